import { expect, test } from "vitest";
import { kitNames } from "../games";
import { testView } from "../games/parade/testView";
import type { TableView } from "../net/wire";
import { explanationWithoutSecrets, viewWithoutSecrets, withoutSecrets } from "./withoutSecrets";

const view = testView({ discard: ["R3", "B7"] });
const table = { game: "parade", seat: 0, view } as unknown as TableView;

test("the fields that the server names are emptied, and nothing else", () => {
  expect(viewWithoutSecrets(view, ["hand", "discard"])).toEqual({ ...view, seat: null, hand: [], discard: [] });
  expect(viewWithoutSecrets({ ...view, discard: null }, ["hand", "discard"])?.discard).toBeNull();
  expect(view.hand).toEqual(["R3", "B7"]);
});

test("a game without secrets is shown as it is, from no seat", () => {
  expect(withoutSecrets(table, []).view).toEqual({ ...view, seat: null });
});

test("a game that does not name its secrets shows nothing", () => {
  expect(viewWithoutSecrets(view, null)).toBeNull();
  expect(withoutSecrets(table, null).view).toBeNull();
});

test("of an explanation only what the game's kit calls public is left", () => {
  const explanation = { cards: { R3: [] }, sheets: [[]], aside: { "discard R3 B7": { sheet: [], scores: [] } } };
  expect(explanationWithoutSecrets("parade", explanation)).toEqual({ cards: {}, sheets: [[]], aside: {} });
  for (const game of ["whist", ...kitNames.filter((name) => name !== "parade")])
    expect(explanationWithoutSecrets(game, explanation), game).toBeNull();
  expect(explanationWithoutSecrets("parade", null)).toBeNull();
});
