import { render, screen } from "@testing-library/svelte";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { LADDER, offerLevels } from "../games/testCatalogue";
import BotPicker from "./BotPicker.svelte";

beforeEach(offerLevels);

const bot = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });
const level = () => screen.queryByRole<HTMLSelectElement>("combobox", { name: "Level" });

test("only a bot that plays at levels is asked for one", async () => {
  const onchange = vi.fn();
  render(BotPicker, { legend: "Opponent", bots: LADDER, value: "queen", onchange });
  expect(level()).toBeNull();
  await userEvent.click(bot("Alice"));
  expect(level()?.value).toBe("9");
  await userEvent.selectOptions(level()!, "3");
  expect(onchange.mock.calls).toEqual([["alice"], ["alice:level=3"]]);
  expect(bot("Alice").checked).toBe(true);
});

test("whoever comes back finds her at the level they chose", async () => {
  const onchange = vi.fn();
  render(BotPicker, { legend: "Opponent", bots: LADDER, value: "alice:level=3", onchange });
  expect([bot("Alice").checked, level()?.value]).toEqual([true, "3"]);
  await userEvent.selectOptions(level()!, "4");
  await userEvent.click(bot("Queen of Hearts"));
  expect([bot("Queen of Hearts").checked, bot("Alice").checked, level()]).toEqual([true, false, null]);
  bot("Alice").focus();
  await userEvent.keyboard(" ");
  expect(level()?.value).toBe("4");
  expect(onchange.mock.lastCall).toEqual(["alice:level=4"]);
});

test("what is said of her depends on her level", async () => {
  render(BotPicker, { legend: "Opponent", bots: LADDER, value: "alice" });
  const said = () =>
    bot("Alice")
      .getAttribute("aria-describedby")!
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent);
  expect(said()).toEqual(["Alice", "taught herself, and is the strongest of all"]);
  await userEvent.selectOptions(level()!, "1");
  expect(said()).toEqual(["Alice", "taught herself, and goes easy on you"]);
});
