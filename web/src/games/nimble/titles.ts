import { m } from "../../messages";
import type { NimbleResult } from "../../net/wire";

/** What the titles are called (N7). */
export const TITLES: Record<NimbleResult["titles"][number], () => string> = {
  queen: m.title_queen,
  quixote: m.title_quixote,
  moby: m.title_moby,
  pinocchio: m.title_pinocchio,
};
