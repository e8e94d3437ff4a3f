/** How colours, cards and bots are called in the language of the page. */

import { m } from "../messages";

const COLOURS: Record<string, () => string> = {
  R: m.colour_R,
  B: m.colour_B,
  V: m.colour_V,
  G: m.colour_G,
  S: m.colour_S,
  O: m.colour_O,
  Y: m.colour_Y,
};

/** A map, not an object: a bot from elsewhere may be called "constructor". */
const BOTS = new Map<string, [name: () => string, about: () => string]>(
  Object.entries({
    dormouse: [m.bot_dormouse, m.bot_dormouse_about],
    rabbit: [m.bot_rabbit, m.bot_rabbit_about],
    hatter: [m.bot_hatter, m.bot_hatter_about],
    cat: [m.bot_cat, m.bot_cat_about],
    queen: [m.bot_queen, m.bot_queen_about],
    turtle: [m.bot_turtle, m.bot_turtle_about],
    dodo: [m.bot_dodo, m.bot_dodo_about],
    hare: [m.bot_hare, m.bot_hare_about],
    gryphon: [m.bot_gryphon, m.bot_gryphon_about],
  }),
);

export function colourName(letter: string): string {
  return COLOURS[letter]?.() ?? letter;
}

/** "red 3" for R3 of Parade; "red frame, blue circle" for RB of Nimble. */
export function cardName(game: "parade" | "nimble", card: string): string {
  return game === "parade"
    ? m.art_parade_card({ colour: colourName(card[0]), value: card.slice(1) })
    : m.art_nimble_card({ frame: colourName(card[0]), circle: colourName(card[1]) });
}

/** A bot of ours by its name in the story; any other by the name it came with. */
export function botName(bot: string): string {
  return BOTS.get(bot)?.[0]() ?? bot;
}

/** One line on how it plays; empty for a bot that is not ours. */
export function botAbout(bot: string): string {
  return BOTS.get(bot)?.[1]() ?? "";
}
