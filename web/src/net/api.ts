/** The server's HTTP API, typed. Errors are thrown with the server's text, in the person's language. */

import type {
  BotAccount,
  Credentials,
  TableView,
  GameDetails,
  CreatedToken,
  GameInfo,
  GameSummary,
  ImportedRecord,
  ImportedRecordSummary,
  Invitation,
  InvitedTable,
  LeaderboardEntry,
  TableSummary,
  Me,
  GamePage,
  PlayNow,
  ErrorResponse,
  Profile,
  ErrorInfo,
  NewSeat,
  Statistics,
  ReplayPage,
  NewTable,
  PastMoves,
  NewBotPace,
  NewPassword,
} from "./wire";
import { m } from "../messages";
import { asSentence } from "../app/format";
import { settings } from "../app/settings.svelte";

/** Why something was refused; ``kind`` is ``offline`` when the server cannot be reached. */
export class Refused extends Error {
  constructor(readonly refusal: ErrorInfo) {
    super(asSentence(refusal.text));
  }
  get kind(): string {
    return this.refusal.kind;
  }
  get key(): string {
    return this.refusal.key;
  }
}

export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: {
        "Accept-Language": settings.language,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused({ kind: "offline", key: "offline", text: m.web_offline() });
  }
  const text = await response.text();
  if (response.ok) return (text ? JSON.parse(text) : undefined) as Answer;
  throw new Refused(problem(text));
}

function problem(text: string): ErrorInfo {
  try {
    return (JSON.parse(text) as ErrorResponse).error;
  } catch {
    // A proxy answered instead of the server.
    return { kind: "failed", key: "failed", text: m.web_failed() };
  }
}

const get = <Answer>(path: string) => ask<Answer>("GET", path);
const post = <Answer>(path: string, body: unknown = {}) => ask<Answer>("POST", path, body);

export const api = {
  me: () => get<Me | null>("/me"),
  guest: (name?: string) => post<Me>("/guest", name ? { name } : {}),
  rename: (name: string) => ask<Me>("PATCH", "/me", { name }),
  claim: (credentials: Credentials) => post<Me>("/me/claim", credentials),
  login: (credentials: Credentials) => post<Me>("/login", credentials),
  logout: () => post<void>("/logout"),
  logoutEverywhere: () => post<void>("/me/logout-everywhere"),
  changePassword: (change: NewPassword) => post<Me>("/me/password", change),
  reset: (key: string, password: string) => post<Me>("/reset", { key, password }),
  deleteMe: (password?: string) => ask<void>("DELETE", "/me", password ? { password } : {}),

  bots: () => get<BotAccount[]>("/me/bots"),
  makeBot: (name: string) => post<BotAccount>("/me/bots", { name }),
  deleteBot: (bot: string) => ask<void>("DELETE", `/me/bots/${bot}`),
  makeToken: (bot: string, label: string) => post<CreatedToken>(`/me/bots/${bot}/tokens`, { label }),
  revoke: (bot: string, token: string) => ask<void>("DELETE", `/me/bots/${bot}/tokens/${token}`),

  games: () => get<GameInfo[]>("/games"),

  playNow: (game: PlayNow) => post<TableView>("/play-now", game),
  lobby: () => get<TableSummary[]>("/tables"),
  myTables: () => get<TableSummary[]>("/me/tables"),
  open: (table: NewTable) => post<TableView>("/tables", table),
  table: (table: string) => get<TableView>(`/tables/${table}`),
  sit: (table: string, invite?: string | null, seat?: number) =>
    post<TableView>(`/tables/${table}/sit`, { invite, seat }),
  leave: (table: string) => post<void>(`/tables/${table}/leave`),
  seat: (table: string, seat: number, newSeat: NewSeat) =>
    ask<TableView>("PUT", `/tables/${table}/seats/${seat}`, newSeat),
  start: (table: string) => post<TableView>(`/tables/${table}/start`),
  close: (table: string) => ask<void>("DELETE", `/tables/${table}`),
  tableGames: (table: string, after = 0) => get<GameSummary[]>(`/tables/${table}/games?after=${after}`),
  botPace: (table: string, pace: NewBotPace["pace"]) => ask<void>("PUT", `/tables/${table}/bot-pace`, { pace }),
  moves: (table: string, after: number) => get<PastMoves>(`/tables/${table}/moves?after=${after}`),
  invitedTo: (code: string) => get<InvitedTable>(`/invitations/${encodeURIComponent(code)}`),
  invitation: (table: string) => get<Invitation>(`/tables/${table}/invitation`),

  person: (id: string) => get<Profile>(`/people/${id}`),
  history: (id: string, before?: string) => get<GamePage>(`/people/${id}/games${before ? `?before=${before}` : ""}`),
  statistics: (id: string, game: string) => get<Statistics>(`/people/${id}/statistics?game=${game}`),
  leaders: (game: string) => get<LeaderboardEntry[]>(`/leaderboards/${game}`),
  game: (id: string) => get<GameDetails>(`/games/${id}`),
  /** ``of``: the path of a finished game or an imported record. */
  steps: (of: string, seat: string, after: number, plain: boolean) =>
    get<ReplayPage>(`${of}/steps?seat=${seat}&after=${after}&${plain ? "plain" : "explain"}=1`),
  records: () => get<ImportedRecordSummary[]>("/records"),
  importRecord: (record: unknown) => post<ImportedRecord>("/records", record),
  removeRecord: (record: string) => ask<void>("DELETE", `/records/${record}`),
  record: (id: string) => get<ImportedRecord>(`/records/${id}`),
};
