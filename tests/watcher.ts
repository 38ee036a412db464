import { io, type Socket } from "socket.io-client";
import { z } from "zod";
import type { ClientEvents, JoinAnswer, ServerEvents, TurnDelta } from "#shared/contract/events.ts";
import { Turn } from "#shared/contract/turn.ts";
import { until } from "./harness.ts";

type Heard = { [N in keyof ServerEvents]: { name: N; event: Parameters<ServerEvents[N]>[0] } };
export type HeardEvent = Heard[keyof ServerEvents];

/** A piece of a turn's text from an event or a response. */
type Piece = Pick<TurnDelta, "turnId" | "attempt" | "offset" | "text">;

/** A socket that watches one debate and records its events. */
export interface Watcher {
  socket: Socket<ServerEvents, ClientEvents>;
  joined: JoinAnswer;
  heard: HeardEvent[];
  named<N extends keyof ServerEvents>(name: N): Parameters<ServerEvents[N]>[0][];
  /**
   * The text of a turn's latest attempt: its start, its deltas, and what was fetched after a
   * disconnect. Undefined while a part is missing. The final event is ignored.
   */
  textOf(turnId: number): string | undefined;
  close: () => void;
}

const connected = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once("connect", resolve).once("connect_error", reject);
  });

const wholeOf = ({ id, attempt, content }: Turn): Piece => ({
  turnId: id,
  attempt,
  offset: 0,
  text: content,
});

const pieceOf = ({ name, event }: HeardEvent): Piece[] => {
  if (name === "turn:started") return [wholeOf(event.turn)];
  return name === "turn:delta" ? [event] : [];
};

/** Drops overlaps, since the server repeats what a client may have missed. */
const textFrom = (pieces: readonly Piece[]): string | undefined => {
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
): Promise<Watcher> => {
  const socket: Socket<ServerEvents, ClientEvents> = io(origin, {
    transports: ["websocket"],
    forceNew: true,
    extraHeaders: { origin, ...(cookie ? { cookie } : {}) },
  });
  const heard: HeardEvent[] = [];
  const pieces: Piece[] = [];
  socket.onAny((name, event) => {
    const said: HeardEvent = { name, event }; // onAny is the only untyped part of the wire
    heard.push(said);
    pieces.push(...pieceOf(said));
  });
  const join = () => socket.emitWithAck("debate:join", { debateId });
  const joined = await connected(socket)
    .then(join)
    .catch((err: unknown) => {
      // A refused socket returns no watcher to close and would reconnect forever.
      socket.close();
      throw err;
    });
  socket.on("connect", async () => {
    // Disconnected again. The next connection catches up.
    if ((await join().catch(() => null)) === null) return;
    // Like a page, it retries when there is no answer.
    const turns = await until(async () => {
      const headers = cookie ? { cookie } : {};
      const answer = await fetch(`${origin}/api/debates/${debateId}/turns`, { headers });
      return answer.ok ? z.array(Turn).parse(await answer.json()) : null;
    });
    pieces.push(...turns.map(wholeOf));
  });
  return {
    socket,
    joined,
    heard,
    named: <N extends keyof ServerEvents>(name: N) =>
      heard.flatMap((h) => (h.name === name ? [h.event as Parameters<ServerEvents[N]>[0]] : [])),
    textOf: (id) => textFrom(pieces.filter(({ turnId }) => turnId === id)),
    close: () => void socket.close(),
  };
};
