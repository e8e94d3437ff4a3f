import { describe, expect, it } from "vitest";
import { match } from "./router.svelte";

describe("match", () => {
  it("gives the parts that a pattern names", () => {
    expect(match("/t/:table/:invite?", "/t/abc")).toEqual({ table: "abc" });
    expect(match("/t/:table/:invite?", "/t/abc/key")).toEqual({ table: "abc", invite: "key" });
    expect(match("/learn/:game", "/learn/parade/")).toEqual({ game: "parade" });
  });

  it("fits nothing else", () => {
    expect(match("/t/:table/:invite?", "/t")).toBeNull();
    expect(match("/t/:table/:invite?", "/t/abc/key/more")).toBeNull();
    expect(match("/learn/:game", "/score")).toBeNull();
    expect(match("/learn", "/learn/parade")).toBeNull();
    expect(match("/leaders/:game?", "/")).toBeNull();
  });

  it("fits no address with an empty part, which would lead to another host when it is written down", () => {
    expect(match("/g/:game", "//g/x")).toBeNull();
    expect(match("/g/:game", "/g//x")).toBeNull();
    expect(match("/g/:game", "/g/x//")).toBeNull();
  });

  it("leaves them as they stand, so that no address leads a request elsewhere", () => {
    expect(match("/p/:person", "/p/..%2Fme")).toEqual({ person: "..%2Fme" });
    expect(match("/p/:person", "/p/%E9")).toEqual({ person: "%E9" });
  });
});
