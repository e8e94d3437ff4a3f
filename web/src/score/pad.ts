/** The score pad as immutable data: every change makes a new pad, so that each can be undone. */

import type { ParadeCard } from "../net/wire";
import { COLOURS } from "../games/parade/cards";
import { score, sum, VALUES, type Outcome } from "./scoring";

export const MIN_PLAYERS = 2;
export const MAX_PLAYERS = 6;
export const MAX_NAME_LENGTH = 24;

export interface PadPlayer {
  name: string;
  cards: ParadeCard[];
  /** Points of the rounds before; null where the player was not there yet. */
  past: (number | null)[];
}

export interface Pad {
  players: PadPlayer[];
}

export const DECK = COLOURS.flatMap((colour) => VALUES.map((value): ParadeCard => `${colour}${value}`));

export function empty(players = 3): Pad {
  return { players: Array.from({ length: players }, () => ({ name: "", cards: [], past: [] })) };
}

/** Whose card it is: a seat, or -1. */
export function owner(pad: Pad, card: ParadeCard): number {
  return pad.players.findIndex((player) => player.cards.includes(card));
}

/** Gives the card to the player, or takes it back. */
export function tap(pad: Pad, seat: number, card: ParadeCard): Pad {
  const mine = owner(pad, card) === seat;
  return each(pad, (player, place) => {
    const others = player.cards.filter((other) => other !== card);
    return { ...player, cards: place === seat && !mine ? [...others, card] : others };
  });
}

export function rename(pad: Pad, seat: number, name: string): Pad {
  return each(pad, (player, place) => (place === seat ? { ...player, name: short(name) } : player));
}

export function add(pad: Pad): Pad {
  const past = Array.from({ length: rounds(pad) }, () => null);
  return { players: [...pad.players, { name: "", cards: [], past }] };
}

export function remove(pad: Pad, seat: number): Pad {
  return { players: pad.players.filter((_, place) => place !== seat) };
}

/** The next round with the same players: this round's points are kept. */
export function withNextRound(pad: Pad): Pad {
  const { scores } = outcome(pad);
  return each(pad, (player, seat) => ({ ...player, cards: [], past: [...player.past, scores[seat]] }));
}

/** The same players without cards and points. */
export function clearedPad(pad: Pad): Pad {
  return each(pad, ({ name }) => ({ name, cards: [], past: [] }));
}

export function outcome(pad: Pad): Outcome {
  return score(pad.players.map((player) => player.cards));
}

/** How many rounds have been finished. */
export function rounds(pad: Pad): number {
  return Math.max(...pad.players.map((player) => player.past.length));
}

/** Points of all rounds, this one included. */
export function totals(pad: Pad): number[] {
  const { scores } = outcome(pad);
  return pad.players.map((player, seat) => scores[seat] + sum(player.past.map((points) => points ?? 0)));
}

/** Whether anything would be lost by starting over. */
export function isUsed(pad: Pad): boolean {
  return pad.players.some((player) => player.cards.length || player.past.length);
}

/** The whole pad as one short line, for an address: `Alice:R10.B0~12~-;Bob:G4~30~7`. */
export function writePad(pad: Pad): string {
  return pad.players
    .map(({ name, cards, past }) => {
      const before = past.map((points) => `~${points ?? "-"}`).join("");
      return `${plain(name)}:${cards.join(".")}${before}`;
    })
    .join(";");
}

/** The pad that was written so; null where it is none. A card that is named twice belongs to the first. */
export function readPad(text: string): Pad | null {
  const seen = new Set<string>();
  const players: PadPlayer[] = [];
  for (const part of text.split(";")) {
    const [, name, words = "", before = ""] = /^([^:~]*):?([^~]*)((?:~(?:\d{1,3}|-))*)$/.exec(part) ?? [];
    if (name === undefined) return null;
    const cards = [...new Set(words.split("."))].filter((card) => (DECK as string[]).includes(card) && !seen.has(card));
    cards.forEach((card) => seen.add(card));
    const past = before.split("~").slice(1);
    players.push({
      name: named(name),
      cards: cards as ParadeCard[],
      past: past.map((points) => (points === "-" ? null : Number(points))),
    });
  }
  const long = players[0].past.length;
  const whole =
    players.length >= MIN_PLAYERS && players.length <= MAX_PLAYERS && players.every(({ past }) => past.length === long);
  return whole ? { players } : null;
}

/** Encodes our separators, and characters at which messengers cut links. */
function plain(name: string): string {
  return encodeURIComponent(name).replace(/[!'()*~.]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/** Without lone surrogates, which a URL cannot hold. */
function short(name: string): string {
  return [...name.replace(/\p{Surrogate}/gu, "")].slice(0, MAX_NAME_LENGTH).join("");
}

function named(text: string): string {
  try {
    return short(decodeURIComponent(text));
  } catch {
    return "";
  }
}

function each(pad: Pad, change: (player: PadPlayer, seat: number) => PadPlayer): Pad {
  return { players: pad.players.map(change) };
}
