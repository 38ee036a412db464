import { z } from "zod";
import type { TurnDelta } from "#shared/contract/events.ts";
import { fullRoom, visitorRoom } from "./rooms.ts";

/** Event between processes that carries a batch of deltas; browsers do not receive it. */
const NAME = "turn:deltas";
/** A room without sockets. */
const NOWHERE = "processes";

/** Packet type EVENT of the Socket.IO protocol. */
const EVENT = 2;

/**
 * Maximum size of a batch: in any script it stays below the 8,000 bytes of a PostgreSQL
 * notification.
 */
const MOST = { pieces: 20, characters: 1500 };

export const Delta = z.object({
  debateId: z.number(),
  turnId: z.number(),
  attempt: z.number(),
  offset: z.number(),
  text: z.string(),
});
const Piece = z.object({ delta: Delta, isForVisitors: z.boolean() });
type Piece = z.infer<typeof Piece>;

const Group = z.looseObject({
  type: z.literal(3),
  data: z.looseObject({
    packet: z.looseObject({ data: z.tuple([z.literal(NAME), z.array(Piece)]) }),
    opts: z.looseObject({}),
  }),
});

type Group = z.infer<typeof Group>;

const roomsOf = ({ delta: { debateId }, isForVisitors }: Piece): string[] =>
  isForVisitors ? [fullRoom(debateId), visitorRoom(debateId)] : [fullRoom(debateId)];

interface Speaker {
  to(rooms: string[]): { emit(name: "turn:delta", delta: TurnDelta): unknown };
  of(name: "/"): {
    adapter: { broadcast(packet: object, to: Record<"rooms" | "except", Set<string>>): void };
  };
}

export interface DeltaGroups {
  say(piece: Piece): void;
  flush(): void;
}

/**
 * Batches the deltas of all turns that end a tick at the same time: one message costs about as much
 * as a single delta.
 */
export const groupDeltas = (io: Speaker): DeltaGroups => {
  let waiting: Piece[] = [];
  let characters = 0;

  const flush = () => {
    const pieces = waiting;
    waiting = [];
    characters = 0;
    const [first, second] = pieces;
    if (first && !second) {
      io.to(roomsOf(first)).emit("turn:delta", first.delta);
    } else if (first) {
      const packet = { type: EVENT, data: [NAME, pieces] };
      io.of("/").adapter.broadcast(packet, { rooms: new Set([NOWHERE]), except: new Set() });
    }
  };
  return {
    flush,
    say(piece) {
      const isFull = waiting.length === MOST.pieces;
      if (isFull || characters + piece.delta.text.length > MOST.characters) flush();
      if (waiting.length === 0) queueMicrotask(flush);
      waiting.push(piece);
      characters += piece.delta.text.length;
    },
  };
};

const saidAlone = ({ data, ...group }: Group, piece: Piece) => {
  const packet = { ...data.packet, data: ["turn:delta", piece.delta] };
  return { ...group, data: { ...data, packet, opts: { ...data.opts, rooms: roomsOf(piece) } } };
};

/** Splits a batch into one message per delta; returns other messages unchanged. */
export const apart = (message: unknown): unknown[] => {
  const group = Group.safeParse(message).data;
  return group?.data.packet.data[1].map((piece) => saidAlone(group, piece)) ?? [message];
};
