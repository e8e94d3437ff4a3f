/** Where the cards are seen to be: what the server has told, and what we have done since. Nothing here is a rule. */

import type { NimbleCard, NimbleView } from "../../net/wire";

export type Move =
  { kind: "flip" } | { kind: "back" } | { kind: "turn" } | { kind: "place"; pile: number; seen: NimbleCard };

/** A card that has been flipped and whose face has not been told yet is null. */
export type KnownCard = NimbleCard | null;

/** All that is drawn. Lists of players are by seat. */
export interface Prediction {
  seat: number | null;
  tops: NimbleCard[];
  heights: number[];
  hands: number[];
  discards: number[];
  shown: KnownCard[];
  /** Our own discard, bottom first. */
  discard: KnownCard[];
  /** The cards on top of our hand whose faces we have seen, top first. */
  remembered: KnownCard[];
}

/** A view as it stands. */
export function predictionOf(view: NimbleView): Prediction {
  return {
    seat: view.seat,
    tops: [...view.tops],
    heights: [...view.heights],
    hands: [...view.hand_sizes],
    discards: [...view.discard_sizes],
    shown: [...view.discard_tops],
    discard: [...view.discard],
    remembered: [...view.remembered],
  };
}

/** The prediction once we have made these moves. A move that finds no card to move is left out. */
export function applyMoves(predicted: Prediction, moves: readonly Move[]): Prediction {
  const seat = predicted.seat;
  if (seat === null) return predicted;
  const next: Prediction = {
    ...predicted,
    tops: [...predicted.tops],
    heights: [...predicted.heights],
    hands: [...predicted.hands],
    discards: [...predicted.discards],
    shown: [...predicted.shown],
    discard: [...predicted.discard],
    remembered: [...predicted.remembered],
  };
  for (const move of moves) make(next, seat, move);
  next.discards[seat] = next.discard.length;
  next.shown[seat] = next.discard.at(-1) ?? null;
  return next;
}

function make(predicted: Prediction, seat: number, move: Move): void {
  const { discard, remembered, hands } = predicted;
  const top = discard.at(-1);
  switch (move.kind) {
    case "flip":
      if (!hands[seat]) return;
      hands[seat] -= 1;
      discard.push(remembered.shift() ?? null);
      return;
    case "back":
      if (top === undefined) return;
      hands[seat] += 1;
      remembered.unshift(discard.pop()!);
      return;
    case "turn":
      if (hands[seat]) return;
      // Unshuffled: the card flipped first lies at the bottom and comes first again.
      hands[seat] = discard.length;
      predicted.remembered = discard;
      predicted.discard = [];
      return;
    case "place":
      if (!top) return;
      discard.pop();
      predicted.tops[move.pile] = top;
      predicted.heights[move.pile] += 1;
  }
}

/** What is drawn: the confirmed view, and our unanswered moves. */
export function predict(view: NimbleView, moves: readonly Move[]): Prediction {
  return applyMoves(predictionOf(view), moves);
}

/** A move as the server reads it. A placement names the top as it was drawn (N11). */
export function actionText(move: Move): string {
  return move.kind === "place" ? `place ${move.pile} on ${move.seen}` : move.kind;
}

/** Why a move is impossible in the prediction: there is no card to move, or it has not been seen. */
export type ImpossibleReason = "hand_empty" | "nothing_left" | "discard_empty" | "hand_not_empty" | "face_unknown";

export function whyImpossible(predicted: Prediction, move: Move["kind"]): ImpossibleReason | null {
  const hand = predicted.seat === null ? 0 : predicted.hands[predicted.seat];
  const top = predicted.discard.at(-1);
  if (!hand && top === undefined) return "nothing_left";
  if (move === "flip") return hand ? null : "hand_empty";
  if (top === undefined) return "discard_empty";
  if (move === "turn") return hand ? "hand_not_empty" : null;
  return move === "place" && top === null ? "face_unknown" : null;
}

/**
 * How many of these moves, in order, turned our cards from how they lay then into how they lie now; null if none
 * do. An answer and what it changed are two messages: only the cards tell when a move is part of the view.
 */
export function confirmedCount(then: Prediction, now: Prediction, moves: readonly Move[]): number | null {
  for (let count = 0; count <= moves.length; count++)
    if (alike(applyMoves(then, moves.slice(0, count)), now)) return count;
  return null;
}

function alike(one: Prediction, other: Prediction): boolean {
  return (
    one.seat === other.seat &&
    (one.seat === null || one.hands[one.seat] === other.hands[one.seat]) &&
    one.remembered.length === other.remembered.length &&
    one.discard.length === other.discard.length &&
    one.discard.every((card, place) => !card || !other.discard[place] || card === other.discard[place])
  );
}

/**
 * Whether a move means the same card whatever becomes of the placements that nobody has answered yet: the server
 * moves the top of our discard as it finds it, and after a bounce that is another card than we meant.
 */
export function isUnambiguous(
  predicted: Prediction,
  moves: readonly { move: Move; answered: boolean }[],
  next: Move,
): boolean {
  if (next.kind === "flip" || next.kind === "turn") return true;
  const all = moves.map(({ move }) => move);
  const bounced = moves.filter(({ move, answered }) => answered || move.kind !== "place").map(({ move }) => move);
  return applyMoves(predicted, all).discard.at(-1) === applyMoves(predicted, bounced).discard.at(-1);
}
