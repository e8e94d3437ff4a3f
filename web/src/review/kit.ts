/** What a game brings to the review of its finished games. The page around it asks for the review, waits and replays the game. */

import type { Component } from "svelte";
import type { GameTypes } from "../games/kit";
import type { ComparedGame, ReplayStep } from "../net/wire";
import type { Playback } from "../replay/playback.svelte";
import type { RecordedGame } from "../replay/source";
import type { Frame } from "../replay/timeline";

/** What every part of a review is drawn from. */
export interface ReviewProps<T extends GameTypes = GameTypes> {
  report: T["report"];
  about: RecordedGame;
  /** The players, by seat, as they are called here. */
  players: readonly string[];
  /** The seat of the person who looks; null where they did not play, or played several. */
  mine: number | null;
}

/** The review lies beside the replayed table, or behind a tab on a phone. */
export interface ReviewPanelProps<T extends GameTypes = GameTypes> extends ReviewProps<T> {
  /** The step that is shown; ``go`` moves the table there. */
  playback: Playback;
  /** What a step did, in a sentence, by its place. */
  says: (place: number) => string;
  /** The person's own earlier games, with the figures of their seat; absent for who did not play. */
  earlier?: () => Promise<readonly ComparedGame[]>;
  /** Starts "learn from your mistakes" of a seat; absent where the kit has no ``Practice``. */
  practise?: (seat: number) => void;
  /** Opens "play on from here" at a step; absent where that is not offered. */
  playOn?: (number: number, seat: number) => void;
}

/** "Learn from your mistakes": the same positions again, with what the player knew. Takes the whole page. */
export interface PracticeProps<T extends GameTypes = GameTypes> extends ReviewProps<T> {
  /** Whose mistakes. */
  seat: number;
  steps: readonly ReplayStep[];
  /** The game as that seat saw it after so many steps. */
  frame: (number: number) => Promise<Frame>;
  /** Back to the review, at a step. */
  leave: (number?: number) => void;
}

/** What the server suggests at a table with hints. */
export interface HintProps {
  hint: object;
  players: readonly string[];
  seat: number;
}

export interface ReviewKit<T extends GameTypes = GameTypes> {
  Panel: Component<ReviewPanelProps<T>>;
  Practice?: Component<PracticeProps<T>>;
  Hint?: Component<HintProps>;
}
