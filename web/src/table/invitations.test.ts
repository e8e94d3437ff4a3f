import { afterEach, expect, it, vi } from "vitest";
import { groupedCode, parseInvitation, spelledCode, tableAddress } from "./invitations";

it("finds the table in a link, wherever the server runs", () => {
  expect(parseInvitation("https://play.example.org/t/Ab3_dEf-9/K7M4PX")).toEqual({
    table: "Ab3_dEf-9",
    invite: "K7M4PX",
  });
  expect(parseInvitation("http://192.168.1.5:8080/t/Ab3_dEf-9")).toEqual({ table: "Ab3_dEf-9" });
});

it("finds it in a message around the link", () => {
  expect(parseInvitation("Come and play: https://x.example/t/abcdefg/hijklmn !")).toEqual({
    table: "abcdefg",
    invite: "hijklmn",
  });
});

it("takes the end of a link, or a table's id", () => {
  expect(parseInvitation("Ab3dEf9hKmNp/K7M4PX")).toEqual({ table: "Ab3dEf9hKmNp", invite: "K7M4PX" });
  expect(parseInvitation(" Ab3dEf9hKmNp ")).toEqual({ table: "Ab3dEf9hKmNp" });
});

it.each(["K7M4PX", "k7m 4px", "K7M-4PX", "hello there"])("leaves it to the server what the code %j is", (text) => {
  expect(parseInvitation(` ${text} `)).toEqual({ code: text });
});

it.each(["", "  ", "https://example.org/about", "../../me", "a/b", "Dear all, please come and play with me tonight!"])(
  "finds nothing in %j",
  (text) => {
    expect(parseInvitation(text)).toBeNull();
  },
);

it("shows a code in two groups, and spells it", () => {
  expect([groupedCode("K7M4PX"), spelledCode("K7M4PX")]).toEqual(["K7M 4PX", "K, 7, M, 4, P, X"]);
});

/** A server with one table. */
function server(): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (path === "/api/invitations/k7m%204px") return Response.json({ table: "theTable", invite: "K7M4PX" });
    return Response.json({ error: { kind: "unknown", key: "code_unknown", text: `no ${path}` } }, { status: 404 });
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

it("asks the server which table a code leads to", async () => {
  server();
  expect(await tableAddress({ code: "k7m 4px" })).toBe("/t/theTable/K7M4PX");
});

it("asks nobody where the table is known", async () => {
  const asked = server();
  expect(await tableAddress({ table: "another", invite: "key" })).toBe("/t/another/key");
  expect(asked).toEqual([]);
});

it("says that no table has this code where it leads nowhere", async () => {
  server();
  await expect(tableAddress({ code: "nothing" })).rejects.toMatchObject({ key: "code_unknown" });
});
