/** A server's answer for tests: two games and their bots, one of which plays at levels. */

import type { BotInfo, GameInfo } from "../net/wire";
import { catalogue } from "./catalogue.svelte";

const bot = (bot: string, options: BotInfo["options"] = []): BotInfo => ({ bot, title: bot, avatar: "🎲", options });

const game = (name: string, bots: BotInfo[]): GameInfo => ({
  name,
  titles: {},
  players: [2, 3],
  live: false,
  secret: [],
  options: [],
  bots,
});

export const LADDER = ["dormouse", "rabbit", "hatter", "cat", "queen", "alice"];

export function offerLevels(): void {
  const level = { name: "level", low: 1, high: 9, default: 9 };
  const net = { name: "net", low: null, high: null, default: null };
  catalogue.games = [
    game("first", [...LADDER.slice(0, -1).map((name) => bot(name)), bot("alice", [net, level])]),
    game(
      "second",
      ["turtle", "dodo", "hare", "gryphon"].map((name) => bot(name)),
    ),
  ];
}
