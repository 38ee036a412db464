import { io, type Socket } from "socket.io-client";
import { z } from "zod";
import type { ClientEvents, JoinAnswer, ServerEvents } from "#shared/contract/events.ts";
import { Turn } from "#shared/contract/turn.ts";
import { until } from "./harness.ts";

type Heard = { [N in keyof ServerEvents]: { name: N; event: Parameters<ServerEvents[N]>[0] } };
export type HeardEvent = Heard[keyof ServerEvents];

interface Spoken {
  attempt: number;
  text: string;
  isMissing: boolean;
}

/** Somebody with a socket on one debate, who writes down what is heard. */
export interface Watcher {
  socket: Socket<ServerEvents, ClientEvents>;
  joined: JoinAnswer;
  heard: HeardEvent[];
  named<N extends keyof ServerEvents>(name: N): Parameters<ServerEvents[N]>[0][];
  /** The text of a turn as its deltas made it; undefined if some were missed. */
  textOf(turnId: number): string | undefined;
  close: () => void;
}

const connected = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once("connect", resolve).once("connect_error", reject);
  });

/** Puts deltas together: a newer attempt starts over, overlap is dropped, a gap is remembered. */
const listen = (spoken: Map<number, Spoken>, { name, event }: HeardEvent): void => {
  const begin = ({ id, attempt, content }: Turn) =>
    spoken.set(id, { attempt, text: content, isMissing: false });
  if (name === "turn:started" || name === "turn:completed") begin(event.turn);
  if (name !== "turn:delta") return;
  const { turnId, attempt, offset, text } = event;
  let turn = spoken.get(turnId);
  if (!turn || turn.attempt < attempt) {
    turn = { attempt, text: "", isMissing: false };
    spoken.set(turnId, turn);
  }
  if (turn.attempt > attempt) return;
  if (offset > turn.text.length) turn.isMissing = true;
  else turn.text += text.slice(turn.text.length - offset);
};

/** Takes a snapshot in, as a client does that has just joined. */
const catchUp = (spoken: Map<number, Spoken>, turns: readonly Turn[]): void => {
  for (const { id, attempt, content } of turns) {
    const known = spoken.get(id);
    const isOlder = known && (known.attempt > attempt || known.text.length > content.length);
    if (!isOlder) spoken.set(id, { attempt, text: content, isMissing: false });
  }
};

/**
 * Joins a debate over a real socket, as the owner of the cookie or as a visitor. Like the page, it
 * joins again and asks for what it has missed when it was cut off.
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
  const spoken = new Map<number, Spoken>();
  socket.onAny((name, event) => {
    const said: HeardEvent = { name, event }; // onAny is the one untyped door of the wire
    heard.push(said);
    listen(spoken, said);
  });
  const join = () => socket.emitWithAck("debate:join", { debateId });
  const joined = await connected(socket)
    .then(join)
    .catch((err: unknown) => {
      // Whoever was refused or cut has nothing to close, and it would try for ever.
      socket.close();
      throw err;
    });
  socket.on("connect", async () => {
    // Cut again meanwhile: the next connection catches up.
    if ((await join().catch(() => null)) === null) return;
    // As a page does, it asks again where there was no answer to be had.
    const turns = await until(async () => {
      const headers = cookie ? { cookie } : {};
      const answer = await fetch(`${origin}/api/debates/${debateId}/turns`, { headers });
      return answer.ok ? z.array(Turn).parse(await answer.json()) : null;
    });
    catchUp(spoken, turns);
  });
  return {
    socket,
    joined,
    heard,
    named: <N extends keyof ServerEvents>(name: N) =>
      heard.flatMap((h) => (h.name === name ? [h.event as Parameters<ServerEvents[N]>[0]] : [])),
    textOf(turnId) {
      const turn = spoken.get(turnId);
      return turn && !turn.isMissing ? turn.text : undefined;
    },
    close: () => void socket.close(),
  };
};
