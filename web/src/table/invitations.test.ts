import { afterEach, expect, it, vi } from "vitest";
import { parseInvitation, tableAddress } from "./invitations";

it("finds the table in a link, wherever the server runs", () => {
  expect(parseInvitation("https://play.example.org/t/Ab3_dEf-9/k3y-K3Y_")).toEqual({
    table: "Ab3_dEf-9",
    invite: "k3y-K3Y_",
  });
  expect(parseInvitation("http://192.168.1.5:8080/t/Ab3_dEf-9")).toEqual({ table: "Ab3_dEf-9" });
});

it("finds it in a message around the link", () => {
  expect(parseInvitation("Come and play: https://x.example/t/abcdefg/hijklmn !")).toEqual({
    table: "abcdefg",
    invite: "hijklmn",
  });
});

it("takes the end of a link, or a code alone", () => {
  expect(parseInvitation("Ab3dEf9h/k3yk3yk3y")).toEqual({ table: "Ab3dEf9h", invite: "k3yk3yk3y" });
  expect(parseInvitation("  Ab3dEf9h ")).toEqual({ code: "Ab3dEf9h" });
});

it.each(["", "hello there", "https://example.org/about", "../../me", "a/b"])("finds nothing in %j", (text) => {
  expect(parseInvitation(text)).toBeNull();
});

/** A server with one table, at which somebody can sit down by one invitation. */
function server(status = 404): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (path === "/api/invitations/theInvite") return Response.json({ table: "theTable" });
    if (path === "/api/tables/theTable") return Response.json({ id: "theTable" });
    const error = { kind: status === 404 ? "unknown" : "limited", key: path.split("/")[2], text: `no ${path}` };
    return Response.json({ error }, { status });
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

it("asks the server which table an invitation's code leads to", async () => {
  server();
  expect(await tableAddress({ code: "theInvite" })).toBe("/t/theTable/theInvite");
});

it("takes a table's own code, too", async () => {
  server();
  expect(await tableAddress({ code: "theTable" })).toBe("/t/theTable");
});

it("asks nobody where the table is known", async () => {
  const asked = server();
  expect(await tableAddress({ table: "another", invite: "key" })).toBe("/t/another/key");
  expect(asked).toEqual([]);
});

it("says that no invitation has this code where it leads nowhere", async () => {
  server();
  await expect(tableAddress({ code: "nothing" })).rejects.toMatchObject({ key: "invitations" });
});

it("does not go on trying where it may not", async () => {
  const asked = server(429);
  await expect(tableAddress({ code: "nothing" })).rejects.toMatchObject({ kind: "limited" });
  expect(asked).toHaveLength(1);
});
