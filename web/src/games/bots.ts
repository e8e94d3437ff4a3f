/** What bots are called, and how they play. */

import { m } from "../messages";
import type { BotInfo, PlayerResult, SeatSummary } from "../net/wire";
import { catalogue } from "./catalogue.svelte";

/** A map, not an object: a bot from elsewhere may be called "constructor". */
const BOTS = new Map<string, [name: () => string, about: () => string]>(
  Object.entries({
    random: [m.bot_random, m.bot_random_about],
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

/** What the server says about a bot, where it is one of those it offers. */
function offered(bot: string): BotInfo | undefined {
  return catalogue.games.flatMap(({ bots }) => bots).find((one) => one.bot === bot);
}

/** A character of the story is called as the page's language calls it; any other bot as the server calls it. */
export function botName(bot: string): string {
  return BOTS.get(bot)?.[0]() ?? offered(bot)?.title ?? bot;
}

/** The emoji that the server shows for a bot. */
export function botEmoji(bot: string): string | undefined {
  return offered(bot)?.avatar;
}

/** One line on how it plays; empty for a bot that is not ours. */
export function botAbout(bot: string): string {
  return BOTS.get(bot)?.[1]() ?? "";
}

/** "Mad Hatter (for Ann)": the bot that plays for somebody. */
export function substituteName(bot: string, name: string, you: boolean): string {
  return you ? m.log_bot_for_you({ bot: botName(bot) }) : m.log_bot_for({ bot: botName(bot), name });
}

type Seated = Pick<SeatSummary, "name" | "bot">;

/** Who sits at a table (null: nobody), as they are called here. Several bots of a kind are told apart by numbers. */
export function seatedNames(seats: readonly (Seated | null)[]): string[] {
  const same = (some: typeof seats, bot: string) => some.filter((other) => other?.bot === bot).length;
  return seats.map((seat, place) => {
    if (!seat?.bot) return seat?.name ?? "";
    const name = botName(seat.bot);
    return same(seats, seat.bot) > 1 ? `${name} ${same(seats.slice(0, place + 1), seat.bot)}` : name;
  });
}

/** The players of a finished game, by seat, with the bots of the ladder and without a name for those who left for good. */
export function finishedPlayers(players: readonly PlayerResult[]): { name: string; bot: string | null }[] {
  return players.map(({ seat, name, person, bot, left }) => {
    // A substitute bot played in the person's name.
    const played = person || left ? null : bot;
    return { name: person || played ? name : m.player_name({ number: seat + 1 }), bot: played };
  });
}
