import { describe, expect, it } from "vitest";
import { matchPath } from "./router.svelte";

describe("match", () => {
  it("gives the parts that a pattern names", () => {
    expect(matchPath("/t/:table/:invite?", "/t/abc")).toEqual({ table: "abc" });
    expect(matchPath("/t/:table/:invite?", "/t/abc/key")).toEqual({ table: "abc", invite: "key" });
    expect(matchPath("/learn/:game", "/learn/parade/")).toEqual({ game: "parade" });
  });

  it("fits nothing else", () => {
    expect(matchPath("/t/:table/:invite?", "/t")).toBeNull();
    expect(matchPath("/t/:table/:invite?", "/t/abc/key/more")).toBeNull();
    expect(matchPath("/learn/:game", "/score")).toBeNull();
    expect(matchPath("/learn", "/learn/parade")).toBeNull();
    expect(matchPath("/leaders/:game?", "/")).toBeNull();
  });

  it("fits no address with an empty part, which would lead to another host when it is written down", () => {
    expect(matchPath("/g/:game", "//g/x")).toBeNull();
    expect(matchPath("/g/:game", "/g//x")).toBeNull();
    expect(matchPath("/g/:game", "/g/x//")).toBeNull();
  });

  it("leaves them as they stand, so that no address leads a request elsewhere", () => {
    expect(matchPath("/p/:person", "/p/..%2Fme")).toEqual({ person: "..%2Fme" });
    expect(matchPath("/p/:person", "/p/%E9")).toEqual({ person: "%E9" });
  });
});
