import { AsyncLocalStorage } from "node:async_hooks";
import { QueryObserver } from "@tanstack/react-query";
import { io } from "socket.io-client";
import { SOCKET_AUTH } from "#shared/contract/socket-auth.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { subscribeToDebate } from "#web/features/debate/live/subscribe-to-debate.ts";
import { debateQuery, turnsQuery } from "#web/features/debate/debate-queries.ts";
import { type LiveSocket, RECONNECT_OPTIONS } from "#web/lib/socket/live-socket.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import type { SoakHistory } from "./soak-history.ts";

/** Origin and session of a simulated browser. */
export interface SimulatedBrowser {
  origin: string;
  /** Session cookie; null for a visitor. */
  cookie: string | null;
}

const browsers = new AsyncLocalStorage<SimulatedBrowser>();
const directFetch = globalThis.fetch;

/**
 * Replaces browser globals, so that the web's code runs in this process. Each page sends requests
 * to its own server with its own cookie. Code that causes requests must run in the page's async
 * context, which identifies the page.
 */
export const installPageGlobals = (): void => {
  globalThis.fetch = (input, init) => {
    const browser = browsers.getStore();
    if (typeof input !== "string" || !input.startsWith("/")) return directFetch(input, init);
    if (!browser) {
      process.stderr.write(`a request outside of any page: ${input}\n`);
      process.exit(1);
    }
    const headers = { ...init?.headers, ...(browser.cookie && { cookie: browser.cookie }) };
    return directFetch(new URL(input, browser.origin), { ...init, headers });
  };
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
  Object.assign(globalThis, { dispatchEvent: () => true });
};

export interface SimulatedPage {
  name: string;
  debateId: number;
  isMember: boolean;
  /** The debate that the page shows. Undefined before it is loaded, null if it does not exist. */
  debate(): Debate | null | undefined;
  turns(): Turn[] | undefined;
  /** Whether the last request for the turns failed. */
  hasFailed(): boolean;
  /** Closes the connection. The page's code reconnects. */
  drop(): void;
  /** Sends this many requests to join the debate at once. */
  flood(times: number): void;
  close(): void;
}

const isOpen = ({ status }: Turn) => status === "streaming" || status === "pending";

/** Describes an invalid change of a turn on the page; null if the change is valid. */
const findWrongChange = (before: Turn, now: Turn): string | null => {
  if (now.attempt < before.attempt) return "an older attempt";
  if (now.attempt > before.attempt) return null;
  if (before.status === "complete" && now.status !== "complete")
    return "a finished turn unfinished";
  const isShorter = now.content.length < before.content.length;
  return isShorter && isOpen(before) && isOpen(now) ? "a shorter text" : null;
};

const isSecret = ({ turnNumber, score, ruling, feedback }: Turn) =>
  turnNumber > VISITOR_MAX_TURNS || score !== null || ruling !== null || feedback !== null;

/**
 * Opens a page of a debate with the web's own code, and checks each change of what the page shows.
 */
export const openSimulatedPage = (
  browser: SimulatedBrowser,
  debateId: number,
  name: string,
  history: SoakHistory,
): SimulatedPage =>
  browsers.run(browser, () => {
    const { origin, cookie } = browser;
    const client = createQueryClient();
    const socket: LiveSocket = io(origin, {
      ...RECONNECT_OPTIONS,
      auth: SOCKET_AUTH,
      forceNew: true,
      transports: ["websocket"],
      extraHeaders: { origin, ...(cookie && { cookie }) },
    });
    const debate = debateQuery(debateId);
    const turns = turnsQuery(debateId);
    const watched = [
      new QueryObserver(client, debate).subscribe(() => {}),
      new QueryObserver(client, turns).subscribe(() => {}),
    ];
    let before: Turn[] = [];
    const check = () => {
      const now = client.getQueryData(turns.queryKey) ?? [];
      for (const turn of now) {
        const known = before.find(({ id }) => id === turn.id);
        const wrong = known && findWrongChange(known, turn);
        if (wrong) history.violate(`${name} shows ${wrong}: turn ${turn.id} of debate ${debateId}`);
      }
      before = now;
      const scores = client.getQueryData(debate.queryKey)?.scores ?? null;
      if (cookie === null && (scores !== null || now.some(isSecret)))
        history.violate(
          `${name}, a visitor, sees turns or scores for users only: debate ${debateId}`,
        );
    };
    const unsubscribe = client.getQueryCache().subscribe(check);
    socket.on("connect", () => history.note(`${name} connects`));
    socket.on("disconnect", (reason) => history.note(`${name} is disconnected: ${reason}`));
    const stop = subscribeToDebate(socket, client, debateId);
    return {
      name,
      debateId,
      isMember: cookie !== null,
      debate: () => client.getQueryData(debate.queryKey),
      turns: () => client.getQueryData(turns.queryKey),
      hasFailed: () => client.getQueryState(turns.queryKey)?.status === "error",
      // The reconnect causes requests, which must run in the page's async context.
      drop: () => browsers.run(browser, () => void socket.io.engine.close()),
      flood(times) {
        for (let n = 0; n < times; n++) socket.emit("debate:join", { debateId }, () => undefined);
      },
      close() {
        stop();
        unsubscribe();
        for (const unwatch of watched) unwatch();
        socket.close();
        client.clear();
      },
    };
  });
