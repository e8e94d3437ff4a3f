import { beforeEach, expect, test } from "vitest";
import { savePage, savedPage } from "./progress";

beforeEach(() => localStorage.clear());

test("a lesson goes on where it was left, each by itself", () => {
  expect(savedPage("parade", 10)).toBe(0);
  savePage("parade", 4);
  savePage("nimble", 2);
  expect([savedPage("parade", 10), savedPage("nimble", 9)]).toEqual([4, 2]);
});

test("whoever has finished begins again", () => {
  savePage("parade", 10);
  expect(savedPage("parade", 10)).toBe(0);
});

test.each(["nonsense", '{"parade": "six"}', '{"parade": -1}', '{"parade": 2.5}', "null"])(
  "what is kept as %s does no harm",
  (text) => {
    localStorage.setItem("wonderland-lessons", text);
    expect(savedPage("parade", 10)).toBe(0);
  },
);
