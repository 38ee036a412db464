import { io, type Socket } from "socket.io-client";
import { z } from "zod";
import type {
  ClientEvents,
  JoinDebateResponse,
  ServerEvents,
  TurnDelta,
} from "#shared/contract/events.ts";
import { SOCKET_AUTH } from "#shared/contract/socket-auth.ts";
import { Turn } from "#shared/contract/debates/turn.ts";
import { waitUntil } from "../harness.ts";

type EventByName = {
  [N in keyof ServerEvents]: { name: N; event: Parameters<ServerEvents[N]>[0] };
};
export type ReceivedEvent = EventByName[keyof ServerEvents];

/** A piece of a turn's text from an event or a response. */
type TextPiece = Pick<TurnDelta, "turnId" | "attempt" | "offset" | "text">;

/** A socket that watches one debate and records its events. */
export interface DebateWatcher {
  socket: Socket<ServerEvents, ClientEvents>;
  joined: JoinDebateResponse;
  events: ReceivedEvent[];
  named<N extends keyof ServerEvents>(name: N): Parameters<ServerEvents[N]>[0][];
  /**
   * Returns the text of a turn's latest attempt: its start, its deltas, and what was fetched after
   * a disconnect. Undefined while a part is missing. The event at the end of the turn, which has
   * the whole text, is ignored.
   */
  textOf(turnId: number): string | undefined;
  close: () => void;
}

const waitForConnect = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once("connect", resolve).once("connect_error", reject);
  });

const toWholePiece = ({ id, attempt, content }: Turn): TextPiece => ({
  turnId: id,
  attempt,
  offset: 0,
  text: content,
});

const toPieces = ({ name, event }: ReceivedEvent): TextPiece[] => {
  if (name === "turn:started") return [toWholePiece(event.turn)];
  return name === "turn:delta" ? [event] : [];
};

/**
 * Joins the pieces of a text and drops overlaps, since the server repeats what a client may have
 * missed. Undefined while a piece is missing.
 */
const joinPieces = (pieces: readonly TextPiece[]): string | undefined => {
  if (pieces.length === 0) return undefined;
  const latest = Math.max(...pieces.map(({ attempt }) => attempt));
  const ofLatest = pieces.filter(({ attempt }) => attempt === latest);
  let text = "";
  for (const piece of ofLatest.toSorted((a, b) => a.offset - b.offset)) {
    if (piece.offset > text.length) return undefined;
    text += piece.text.slice(text.length - piece.offset);
  }
  return text;
};

/**
 * Joins a debate over a real socket, as the owner of the cookie or as a visitor. Like the page, it
 * rejoins and fetches missed turns after a disconnect.
 */
export const watchDebate = async (
  origin: string,
  debateId: number,
  cookie?: string,
  auth: Partial<typeof SOCKET_AUTH> = SOCKET_AUTH,
): Promise<DebateWatcher> => {
  const socket: Socket<ServerEvents, ClientEvents> = io(origin, {
    transports: ["websocket"],
    forceNew: true,
    auth,
    extraHeaders: { origin, ...(cookie ? { cookie } : {}) },
  });
  const events: ReceivedEvent[] = [];
  const pieces: TextPiece[] = [];
  socket.onAny((name, event) => {
    const received: ReceivedEvent = { name, event }; // onAny has no types for events
    events.push(received);
    pieces.push(...toPieces(received));
  });
  const join = () => socket.emitWithAck("debate:join", { debateId });
  const joined = await waitForConnect(socket)
    .then(join)
    .catch((err: unknown) => {
      // If the join fails, the caller gets no watcher to close, and the socket would reconnect
      // forever.
      socket.close();
      throw err;
    });
  socket.on("connect", async () => {
    // The socket was disconnected again. Its next connection fetches the turns.
    if ((await join().catch(() => null)) === null) return;
    // Retries when there is no answer, as a page does.
    const turns = await waitUntil(async () => {
      const headers = cookie ? { cookie } : {};
      const answer = await fetch(`${origin}/api/debates/${debateId}/turns`, { headers });
      return answer.ok ? z.array(Turn).parse(await answer.json()) : null;
    });
    pieces.push(...turns.map(toWholePiece));
  });
  return {
    socket,
    joined,
    events,
    named: <N extends keyof ServerEvents>(name: N) =>
      events.flatMap((h) => (h.name === name ? [h.event as Parameters<ServerEvents[N]>[0]] : [])),
    textOf: (id) => joinPieces(pieces.filter(({ turnId }) => turnId === id)),
    close: () => void socket.close(),
  };
};
