// Made by `python -m wonderland.server.typescript` from the Python messages: not to be edited.
// What they mean is told in docs/protocol.md.

/** A path into the table, and the value that stands there from now on. */
export type Change = [...path: (string | number)[], value: unknown];

/** Parade has nothing to choose. */
export type ParadeTableOptions = Record<string, never>;

export type ParadeCard = `${"R" | "B" | "V" | "G" | "S" | "O"}${"0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10"}`;

/** What began the last round (P6): the turn (counted from 1), who took it, and which cause or causes. */
export interface ParadeTrigger {
  ply: number;
  seat: number;
  colours: boolean;
  pile: boolean;
}

/** A seat's view; its JSON is the `view` that engines in any language receive (docs/formats.md). */
export interface ParadeView {
  players: string[];
  /** Whose view it is; null for a spectator. */
  seat: number | null;
  first: number;
  /** The seat to move; null when every turn has been played. */
  turn: number | null;
  /** The seat's own cards; empty for a spectator. */
  hand: ParadeCard[];
  start: ParadeCard[];
  parade: ParadeCard[];
  front: ParadeCard[][];
  hand_sizes: number[];
  /** How many cards are left to draw. */
  pile: number;
  /** Turns still to be played, this one included; null before the last round, 0 when it is over. */
  last_round: number | null;
  /** What began the last round; null before it. */
  trigger: ParadeTrigger | null;
  phase: string;
  history: [number, string][];
  /** Who has set two cards aside: seen at a table by everyone, though not which cards. */
  chosen: boolean[];
  /** The two cards this seat itself has set aside, once it has. */
  discard: ParadeCard[] | null;
}

/** One player's cards of one colour and what they cost. */
export interface ParadeColourLine {
  colour: string;
  cards: ParadeCard[];
  /** The player has the majority and has turned the cards over: each counts 1 (P8). */
  turned: boolean;
  points: number;
}

/** The end of a game of Parade: docs/formats.md, and how each score came about. */
export interface ParadeResult {
  game: "parade";
  finished: boolean;
  plies: number;
  trigger: ParadeTrigger | null;
  parade: ParadeCard[];
  front: ParadeCard[][];
  scores: number[];
  cards: number[];
  majorities: Record<string, number[]>;
  winners: number[];
  sheet: ParadeColourLine[][];
  tied: boolean;
  /** Which two cards each player has set aside (P7): open once the game is over, as in its record (P11). */
  discards: ParadeCard[][];
}

/** The score after a choice, with the others' cards in front as they are now. */
export interface ParadeWhatIf {
  /** The seat's own lines of the score. */
  sheet: ParadeColourLine[];
  /** Everyone's points. */
  scores: number[];
}

/** What each choice would mean, and how the cards in front would count. */
export interface ParadeExplanation {
  /** For each card of the hand, what it would do to every card of the line, front first (P4, P5). */
  cards: Partial<Record<ParadeCard, ["kept" | "safe" | "taken", "both" | "colour" | "value" | null][]>>;
  /** Per seat, how the cards in front would count now: sums and majorities (P8 to P10). */
  sheets: ParadeColourLine[][];
  /** In the last choice, by action: what would come of it (P7). */
  aside: Record<string, ParadeWhatIf>;
}

/** What a table may choose (N9, N10). */
export interface NimbleTableOptions {
  errors: "fewest" | "out";
  assist: boolean;
  /** As many rounds as players, counted together. */
  challenge: boolean;
}

/** What a table may choose (N10). */
export interface NimbleOptions {
  /** `fewest` errors win, or one error and you are `out`. */
  errors: "fewest" | "out";
  /** Refuse a card that does not fit on the spot, for children. */
  assist: boolean;
}

export type NimbleCard = `${"R" | "B" | "V" | "G" | "Y" | "O"}${"B" | "V" | "G" | "Y" | "O" | "R"}`;

/** A seat's view. */
export interface NimbleView {
  players: string[];
  /** Whose view it is; null for a spectator. */
  seat: number | null;
  options: NimbleOptions;
  /** The top card of each common pile, and how many cards lie there. */
  tops: NimbleCard[];
  heights: number[];
  hand_sizes: number[];
  discard_sizes: number[];
  /** The top of each player's own discard. */
  discard_tops: (NimbleCard | null)[];
  /** The seat's own discard, bottom first: it has seen every card of it. */
  discard: NimbleCard[];
  /** The cards on top of the seat's own hand that have been face up before, top first. */
  remembered: NimbleCard[];
  /** `finished`, `stuck` or null while the round goes on (N6). */
  end: string | null;
}

/** A card of a pile as it is checked at the end (N8). */
export interface NimbleChecked {
  card: NimbleCard;
  seat: number;
  error: boolean;
}

/** A Challenge so far (N9), by seat; `winners` after its last round. */
export interface NimbleChallengeStanding {
  wins: number[];
  errors: number[];
  left: number[];
  winners?: number[];
}

/** The end of a round of Nimble: docs/formats.md, and the piles as they are checked. */
export interface NimbleResult {
  game: "nimble";
  finished: boolean;
  end: "finished" | "stuck";
  left: number[];
  errors: number[];
  titles: ("moby" | "pinocchio" | "queen" | "quixote")[];
  winners: number[];
  piles: [NimbleCard, number][][];
  checked: NimbleChecked[][];
  challenge?: NimbleChallengeStanding;
}

export type GameView = ParadeView | NimbleView;

export type GameExplanation = ParadeExplanation;

/** How long a move may take: `{"unit": "seconds", "amount": 60}`, `{"unit": "days", "amount": 3}` or none. */
export interface TimeLimit {
  unit: "days" | "none" | "seconds";
  amount: number;
}

/** A seat, as everyone sees it. */
export interface SeatView {
  kind: "bot" | "open" | "person" | "reserved";
  name: string;
  person: string | null;
  /** The bot that plays here: the seat's own, or the one that plays for an absent person. */
  bot: string | null;
  left: "away" | "late" | "left" | "resigned" | null;
  ready: boolean;
  /** The seats whose people have agreed to let a bot play here, while the person is away. */
  agreed: number[];
  /** Until when the person must act, if a clock runs. */
  deadline: number | null;
}

/** Where a seat came: its place (1 is best, equal places are shared) and the two numbers that decided. */
export interface StandingView {
  place: number;
  score: number;
  second: number;
}

export type ParadeTableView = TableViewOf<"parade", ParadeTableOptions, ParadeView, ParadeResult>;

export type NimbleTableView = TableViewOf<"nimble", NimbleTableOptions, NimbleView, NimbleResult>;

/** A table as one seat (null: a spectator) sees it. `view` is the game's view of that seat. */
export interface TableViewOf<Game, Options, View, Result> {
  id: string;
  seat: number | null;
  game: Game;
  options: Options;
  public: boolean;
  /** Whether its games count for the ratings. */
  rated: boolean;
  /** Whether the only person here may ask what the moves are worth; the games then count for nothing. */
  hints: boolean;
  /** Whether this game goes on from a moment of another one. */
  what_if: boolean;
  time_limit: TimeLimit;
  /** The person who may start games, change seats and close the table. */
  host: string;
  /** The invitation code for reserved seats; only for people at the table. */
  invite: string | null;
  phase: "closed" | "gathering" | "over" | "playing";
  /** Which game at this table this is, from 1; 0 before the first. */
  number: number;
  begins: number;
  seats: SeatView[];
  /** The seats that must act before the game goes on; none where everybody acts at once. */
  waiting: number[];
  view: View | null;
  /** The result, as data; null before the end. */
  result: Result | null;
  /** Who came where, by seat; null while the game goes on. */
  standings: StandingView[] | null;
  /** Ratings before and after, by seat; null when the game is not rated. */
  ratings: [number, number][] | null;
  closed: string | null;
}

export type TableView = ParadeTableView | NimbleTableView;

/** One line of a table's chat. */
export interface ChatLine {
  number: number;
  at: number;
  person: string | null;
  name: string;
  text: string;
}

/** Something the seat may do now: what to send, and how to call it. */
export interface PlainAction {
  action: string;
  label: string;
}

/** A view as text and the legal actions, for clients that know nothing of the game. */
export interface Plain {
  text: string;
  actions: PlainAction[];
}

/** The whole table as the client may see it. `time` is the server's, in milliseconds since 1970. */
export interface Snapshot {
  type: "snapshot";
  version: number;
  at: number;
  time: number;
  table: TableView;
  /** The latest chat lines, oldest first. */
  chat: ChatLine[];
  /** What the view means, for clients that opened the socket with `explain=1`. */
  explanation: GameExplanation | null;
  /** The view as text and the legal actions, for clients that opened it with `plain=1`. */
  plain: Plain | null;
}

/** Who did what; `action` is null for those who may not know it. */
export interface By {
  seat: number;
  action: string | null;
}

/** What one entry of the table's log changes in the table view of the version before (docs/protocol.md). */
export interface Event {
  type: "event";
  version: number;
  at: number;
  /** Who did what in the game; null for everything else. */
  by: By | null;
  changes: Change[];
  explanation: GameExplanation | null;
  plain: Plain | null;
}

/** The message with that id is on disk, as this version. */
export interface Accepted {
  type: "accepted";
  id: string;
  version: number;
}

/** A refused message, and why. `id` is that of the message, if it could be read. */
export interface Refused {
  type: "refused";
  id: string | null;
  kind: "limited" | "not_allowed" | "not_saved" | "too_late" | "unreadable";
  key: string;
  text: string;
  version: number;
}

/** Somebody has written a chat line. */
export interface Said {
  type: "said";
  line: ChatLine;
}

/** Which seats are connected now, and how many spectators. */
export interface Present {
  type: "present";
  seats: number[];
  spectators: number;
  /** The seats whose people are on the site, at this table or anywhere else. */
  online: number[];
  /** The seats that have been waited for so long, and whose people are so long gone, that the others may agree to let a bot play. */
  away: number[];
}

/** To be answered with the number, at once. `rtt` is the last round-trip time in milliseconds, null before. */
export interface Ping {
  type: "ping";
  number: number;
  time: number;
  rtt: number | null;
}

/** The connection is closed; reconnect after that many milliseconds, unless null. */
export interface Bye {
  type: "bye";
  why: "banned" | "closed" | "flood" | "restarting" | "slow";
  retry: number | null;
}

/** A taken seat in a list of tables. */
export interface SeatSummary {
  name: string;
  /** The bot, whose name here is the English one. */
  bot: string | null;
  person: string | null;
}

/** A table in a list. */
export interface TableSummary {
  id: string;
  game: string;
  /** As in a table's view. */
  options: Record<string, unknown>;
  /** As in a table view; or `set_aside` for a table whose log cannot be read. */
  phase: string;
  time_limit: TimeLimit;
  /** Whether its games count for the ratings. */
  rated: boolean;
  /** Who sits there; null for a free seat. */
  seats: (SeatSummary | null)[];
  /** When it last changed, in milliseconds since 1970. */
  at: number;
  /** Whether it waits for the caller. */
  waiting_for_you: boolean;
  /** The caller's seats. */
  mine: number[];
  /** The seats for which the table waits, except those that a bot plays: to act, or before the game to be ready. */
  waiting: number[];
  /** When the first of them must have acted; the caller, if it waits for them. null: no clock runs. */
  deadline: number | null;
  /** Which game at this table it is, from 1, and when that began; 0 before the first. */
  number: number;
  begins: number;
  /** How many actions that game has seen; only in the list of public tables. */
  moves: number;
}

/** All tables where the person sits. */
export interface Tables {
  type: "tables";
  tables: TableSummary[];
}

/** A table where the person sits has changed, or is new: whose turn it is, a deadline, who sits there. */
export interface Summary {
  type: "summary";
  table: TableSummary;
}

/** A table is closed, or the person no longer sits there. */
export interface Gone {
  type: "gone";
  table: string;
}

/** A seat of a finished game. */
export interface PlayerResult {
  seat: number;
  /** null for a bot of the ladder, and for somebody who deleted their account. */
  person: string | null;
  name: string;
  /** The bot that played: one of the ladder, or the one that played on for the person. */
  bot: string | null;
  place: number;
  /** The two numbers that decided, as the game's `standings` name them. */
  score: number;
  second: number;
  /** away, late or resigned, when a bot held the seat at the end. */
  left: string | null;
  /** The rating before and after, where the game was rated. */
  rating: [number, number] | null;
}

/** A finished game, with its result as the table showed it. */
export interface GameDetails {
  id: string;
  game: string;
  started: number;
  ended: number;
  rated: boolean;
  practice: "hints" | "what_if" | null;
  players: PlayerResult[];
  /** As `wonderland replay --json` prints it, and the scores or the piles card by card besides. */
  result: Record<string, unknown>;
  /** The table where it was played, if it is still there and the caller may go there: its id lets anybody watch. */
  table: string | null;
}

/** Who did what, when (milliseconds since the start, where the record tells), and what it changed in the views. */
export interface ReplayStep {
  by: By;
  time: number | null;
  /** As in the events of a table's socket; the first item of each path is the place in `views`. */
  changes: Change[];
  /** What the view then meant, where it was asked for; with open hands, what a spectator's means. */
  explanation: GameExplanation | null;
  /** The same view as text, where it was asked for. */
  plain: Plain | null;
}

/** A stretch of a record: the views at its beginning, and the steps from there. */
export interface ReplayPage {
  game: string;
  players: string[];
  /** How many steps came before. */
  after: number;
  /** One view, or with open hands one a seat. */
  views: GameView[];
  steps: ReplayStep[];
  /** Ask for the steps after this one; null when these were the last. */
  next: number | null;
  /** The result as a table shows it (docs/protocol.md), or as `wonderland replay --json` prints it where the record ends before its game; with the last steps only. */
  result: Record<string, unknown> | null;
  /** What the first view means, and the same as text, as with the steps. */
  explanation: GameExplanation | null;
  plain: Plain | null;
}

/** A finished game in a list. */
export interface GameSummary {
  id: string;
  game: string;
  started: number;
  ended: number;
  rated: boolean;
  /** Played to learn: with hints, or on from a moment of another game. It counts for nothing. */
  practice: "hints" | "what_if" | null;
  players: PlayerResult[];
}

/** What the caller's moves are worth, by what they can know. */
export interface Hint {
  /** Every legal move, the best first, as in the game's reports. */
  moves: Record<string, unknown>[];
}

/** The table of an invitation. */
export interface InvitedTable {
  table: string;
  /** The code as the table has it, for sitting down. */
  invite: string;
}

/** Who did what, when, and what it changed in a spectator's view. */
export interface PastMove {
  by: By;
  /** The bot that did it for somebody who was away. */
  bot: string | null;
  at: number;
  changes: Change[];
}

/** The latest moves of a game: the spectator's view before them, and what each changed. */
export interface PastMoves {
  /** Which game at this table, as in a table view; 0 before the first. */
  number: number;
  /** The table's version up to which they are told: events of later versions go on from here. */
  version: number;
  /** How many moves came before these. */
  after: number;
  view: GameView | null;
  moves: PastMove[];
}

/** The caller. */
export interface Me {
  id: string;
  kind: "account" | "bot" | "guest";
  /** What others see. */
  name: string;
  /** What an account logs in with. */
  user: string | null;
  /** Whether the caller is muted in the chat. */
  muted: boolean;
  /** Milliseconds since 1970. */
  created: number;
}

/** A rating: 1000 for a new player. `established` once it is certain enough for the leaderboard. */
export interface GameRating {
  game: string;
  rating: number;
  games: number;
  established: boolean;
}

/** One reviewed game of a person: thousandths of a win lost a decision, and the standard error of that. */
export interface PlayedGamePoint {
  game: string;
  ended: number;
  per_mille: number;
  se: number;
  decisions: number;
}

/** How well a person plays a game: thousandths of a win lost a decision, over all their reviewed games. */
export interface Play {
  game: string;
  games: number;
  per_mille: number;
  se: number;
  decisions: number;
  /** The bot that plays about as well; empty if none is known. */
  like: string;
  /** The newest reviewed games, oldest first. */
  newest: PlayedGamePoint[];
}

/** The public profile of a person. */
export interface Profile {
  id: string;
  name: string;
  kind: "account" | "bot" | "guest";
  /** When they were first here, in milliseconds since 1970. */
  since: number;
  ratings: GameRating[];
  /** Finished games, by game. */
  games: Record<string, number>;
  /** How well they play, by game, as far as their games have been reviewed. */
  play: Play[];
}

/** A page of a person's games, newest first. */
export interface GamePage {
  games: GameSummary[];
  /** Pass this as `before` for the next page; null on the last. */
  next: string | null;
}

/** Totals over some games. A game is won by coming first without a bot's help; first places may be shared. */
export interface GameTotals {
  games: number;
  wins: number;
  mean_place: number | null;
}

/** Totals over the games with that many players. */
export interface PlayerCountTotals {
  players: number;
  totals: GameTotals;
}

/** Totals over the games in which all opponents were people, or bots (bot accounts, too), or both kinds played. */
export interface OpponentTotals {
  who: "both" | "bots" | "people";
  totals: GameTotals;
}

/** A person's statistics in one game; games on a shared device do not count. A score is the first number of the game's standings. Games that a bot played to the end count with their place (the last), and have no score. */
export interface Statistics {
  game: string;
  all: GameTotals;
  mean_score: number | null;
  best: number | null;
  worst: number | null;
  /** Games won in a row up to now; below zero: in a row not won. */
  streak: number;
  by_players: PlayerCountTotals[];
  against: OpponentTotals[];
}

/** One line of a leaderboard; equal ratings share a place. */
export interface LeaderboardEntry {
  place: number;
  person: string;
  name: string;
  rating: number;
  games: number;
}

/** An uploaded record. */
export interface ImportedRecord {
  id: string;
  game: string;
  created: number;
  record: Record<string, unknown>;
  /** As `wonderland replay --json` prints it. */
  result: Record<string, unknown>;
}

/** A record in the list of one's uploads. */
export interface ImportedRecordSummary {
  id: string;
  game: string;
  created: number;
  players: string[];
}

/** Where a review stands. It is `done` as soon as there is a report; until it is `refined`, a better one follows. */
export interface ReviewStatus {
  state: "done" | "failed" | "none" | "running" | "waiting";
  /** The part that is done, from 0 to 1: of the quick report, then of the exact one. */
  progress: number;
  /** How many reviews are made before this one. */
  before: number;
  /** Whether the report is the exact one. */
  refined: boolean;
  /** Why there is no report, or why no exact one follows, in the caller's language. */
  problem: string | null;
}

/** How the person played one of their earlier games: the figures of their seat in its report. */
export interface ComparedGame {
  game: string;
  ended: number;
  figures: Record<string, number | null>;
}

/** The person's newest games of the same kind before this one, oldest first. */
export interface EarlierGames {
  games: ComparedGame[];
}

/** Something a table of a game may choose. */
export interface OptionInfo {
  name: string;
  kind: "choice" | "switch";
  /** The values of a choice; none for a switch. */
  choices: string[];
  default: string | boolean;
}

/** What a bot's name may carry after a colon: a flag (`alice:net`) or a number (`alice:level=3`). */
export interface BotOptionInfo {
  name: string;
  /** The lowest and the highest number, and the one that counts where none is given; null for a flag. */
  low: number | null;
  high: number | null;
  default: number | null;
}

/** A bot that is offered at tables. */
export interface BotInfo {
  bot: string;
  title: string;
  avatar: string;
  options: BotOptionInfo[];
}

/** A game that can be played here, and its bots, gentlest first. */
export interface GameInfo {
  name: string;
  /** What it is called, by language. */
  titles: Record<string, string>;
  /** How many may play. */
  players: number[];
  /** Everybody acts at once. */
  live: boolean;
  /** The fields of a view that only its own seat may know; null: all of them. */
  secret: string[] | null;
  options: OptionInfo[];
  bots: BotInfo[];
}

/** The invitation link, also as a QR code (SVG), and the code at its end, to be said aloud. */
export interface Invitation {
  url: string;
  qr: string;
  code: string;
  /** Only the server's own computer can open the link: it was started without `--lan` and `--public-url`. */
  local: boolean;
}

/** An API token, without its secret text. */
export interface TokenInfo {
  id: string;
  label: string;
  created: number;
  /** When it was last used, by the hour; null when never. */
  used: number | null;
}

/** A bot account. */
export interface BotAccount {
  id: string;
  name: string;
  created: number;
  tokens: TokenInfo[];
}

/** A new API token, with its secret text. */
export interface CreatedToken {
  id: string;
  label: string;
  created: number;
  /** For the header `Authorization: Bearer …`; it cannot be shown again. */
  token: string;
}

/** The table at which the game goes on. */
export interface WhatIfTable {
  table: string;
}

/** The reason. `kind` and `key` are for programs and stable; `text` is for people. */
export interface ErrorInfo {
  kind: string;
  key: string;
  text: string;
  /** Seconds until the next try is allowed. */
  seconds?: number | null;
  /** The request's id, by which the server's log tells more. */
  request?: string;
}

/** The body of every error response. */
export interface ErrorResponse {
  error: ErrorInfo;
}

/** Act in the game. `version` is the newest the client has seen. */
export interface Act {
  type: "act";
  id: string;
  version: number;
  action: string;
}

/** Write a chat line. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** Resign: a bot plays to the end. */
export interface Resign {
  type: "resign";
  id: string;
  version?: number | null;
}

/** Take over again from the bot. */
export interface Back {
  type: "back";
  id: string;
  version?: number | null;
}

/** Agree to let a bot play for the person at a seat, who is away; or withdraw that. */
export interface Agree {
  type: "agree";
  id: string;
  seat: number;
  agree?: boolean;
  version?: number | null;
}

/** Ask for another game, or withdraw that. */
export interface Ready {
  type: "ready";
  id: string;
  ready?: boolean;
  version?: number | null;
}

/** Hide a person's chat lines on this connection, or show them again. */
export interface Mute {
  type: "mute";
  person: string;
  mute?: boolean;
}

/** Ask for what has happened since a version (0: everything); `at` is that version's time. */
export interface Sync {
  type: "sync";
  version?: number;
  at?: number | null;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  number: number;
}

/** `normal` is as fast as people would be. */
export interface NewBotPace {
  pace: "fast" | "normal" | "slow";
}

/** Without a name, a random one is chosen. */
export interface NewGuest {
  name?: string | null;
}

/** To delete an account, its password is needed. */
export interface AccountDeletion {
  password?: string | null;
}

/** 1 to 24 characters. */
export interface NewName {
  name: string;
}

/** A user name has 3 to 24 letters, digits and `-`, `_`, `.`; a password 8 to 256 characters. */
export interface Credentials {
  user: string;
  password: string;
}

/** The current password and the new one. */
export interface NewPassword {
  old: string;
  new: string;
  /** Whether the tokens of the caller's bots go on working; else they are revoked. */
  keep_tokens?: boolean;
}

/** The key from a one-time link, and the new password. */
export interface PasswordReset {
  key: string;
  password: string;
}

/** Who shall take a seat: `me` (several times on a shared device), a `bot`, or people who join later. */
export interface NewSeat {
  kind?: "bot" | "me" | "open" | "reserved";
  bot?: string | null;
  /** For `me`: the name at this seat, if it is not the person's own. */
  name?: string | null;
}

/** A table to be created. */
export interface NewTable {
  game: string;
  seats: NewSeat[];
  options?: Record<string, boolean | number | string>;
  public?: boolean;
  /** Games count for the ratings: only people may sit at such a table, each at one seat. */
  rated?: boolean;
  time_limit?: TimeLimit;
  /** The caller may ask what the moves are worth; all other seats are bots', and the games are never rated. */
  hints?: boolean;
}

/** A game against bots that starts at once. */
export interface PlayNow {
  game: string;
  /** The bots, one per seat; null: one of medium strength. */
  bots?: string[] | null;
  options?: Record<string, boolean | number | string>;
  /** The caller may ask what the moves are worth. */
  hints?: boolean;
}

/** The seat, by default the first free one; reserved seats need the invitation code. */
export interface SitDown {
  seat?: number | null;
  invite?: string | null;
}

/** The name that others see: 1 to 24 characters. */
export interface NewBot {
  name: string;
}

/** A label of up to 40 characters, to tell tokens apart. */
export interface NewToken {
  label?: string;
}

/** A moment of a game, and who plays on from there. */
export interface WhatIf {
  /** How many actions have been done; none: it begins with the deal. */
  ply: number;
  /** The caller's seat. */
  seat: number;
  /** A bot for every other seat, in the order of the seats. */
  bots: string[];
  /** The finished game, or the uploaded record: one of the two. */
  game?: string | null;
  record?: string | null;
  /** Others may sit down first; the bots take the seats that are free when the host starts. */
  open?: boolean;
}

export type AnyClientMessage = Act | Say | Resign | Back | Agree | Ready | Mute | Sync | Pong;

export type AnyServerMessage = Snapshot | Event | Accepted | Refused | Said | Present | Ping | Bye | Tables | Summary | Gone;
