import { z } from "zod";
import type { TurnDelta } from "#shared/contract/events.ts";
import { fullRoom, visitorRoom } from "./rooms.ts";

/** What processes call a group of pieces; browsers never hear of it. */
const NAME = "turn:deltas";
/** Nobody is in it. */
const NOWHERE = "processes";

/** Socket.IO's number of a packet that says something. */
const EVENT = 2;

/**
 * A group is passed on in one message, as long as PostgreSQL takes one: so many pieces of so many
 * characters in all are less than 8,000 bytes in any script.
 */
const MOST = { pieces: 20, characters: 1500 };

/** A piece of a speech, */
export const Delta = z.object({
  debateId: z.number(),
  turnId: z.number(),
  attempt: z.number(),
  offset: z.number(),
  text: z.string(),
});
/** and whether visitors hear it, too. */
const Piece = z.object({ delta: Delta, isForVisitors: z.boolean() });
type Piece = z.infer<typeof Piece>;

/** As adapters pass it on to each other. */
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

/** As much of Socket.IO's server as is spoken through. */
interface Speaker {
  to(rooms: string[]): { emit(name: "turn:delta", delta: TurnDelta): unknown };
  of(name: "/"): {
    adapter: { broadcast(packet: object, to: Record<"rooms" | "except", Set<string>>): void };
  };
}

/** Says pieces of speeches, those of one moment together. */
export interface DeltaGroups {
  say(piece: Piece): void;
  /** Says at once what waits. */
  flush(): void;
}

/**
 * Twenty turns say something on the same beat: one message of it takes processes and what is between
 * them little more than one of a single turn.
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

/** What was said together, as if each piece had been said by itself; anything else as it is. */
export const apart = (message: unknown): unknown[] => {
  const group = Group.safeParse(message).data;
  return group?.data.packet.data[1].map((piece) => saidAlone(group, piece)) ?? [message];
};
