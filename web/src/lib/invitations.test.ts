import { expect, it } from "vitest";
import { tableAddress } from "./invitations";

it("finds the table in a link, wherever the server runs", () => {
  expect(tableAddress("https://play.example.org/t/Ab3_dEf-9/k3y-K3Y_")).toBe("/t/Ab3_dEf-9/k3y-K3Y_");
  expect(tableAddress("http://192.168.1.5:8080/t/Ab3_dEf-9")).toBe("/t/Ab3_dEf-9");
});

it("finds it in a message around the link", () => {
  expect(tableAddress("Come and play: https://x.example/t/abcdefg/hijklmn !")).toBe("/t/abcdefg/hijklmn");
});

it("takes a bare code, with or without its key", () => {
  expect(tableAddress("  Ab3dEf9h ")).toBe("/t/Ab3dEf9h");
  expect(tableAddress("Ab3dEf9h/k3yk3yk3y")).toBe("/t/Ab3dEf9h/k3yk3yk3y");
});

it("finds nothing where there is no table", () => {
  expect(tableAddress("")).toBeNull();
  expect(tableAddress("hello there")).toBeNull();
  expect(tableAddress("https://example.org/about")).toBeNull();
});
