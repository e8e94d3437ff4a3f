import { beforeEach, expect, test } from "vitest";
import { keepPage, pageOf } from "./progress";

beforeEach(() => localStorage.clear());

test("a lesson goes on where it was left, each by itself", () => {
  expect(pageOf("parade", 10)).toBe(0);
  keepPage("parade", 4);
  keepPage("nimble", 2);
  expect([pageOf("parade", 10), pageOf("nimble", 9)]).toEqual([4, 2]);
});

test("whoever has finished begins again", () => {
  keepPage("parade", 10);
  expect(pageOf("parade", 10)).toBe(0);
});

test.each(["nonsense", '{"parade": "six"}', '{"parade": -1}', '{"parade": 2.5}', "null"])(
  "what is kept as %s does no harm",
  (text) => {
    localStorage.setItem("wonderland-lessons", text);
    expect(pageOf("parade", 10)).toBe(0);
  },
);
