import { z } from "zod";
import type { TurnDelta } from "#shared/contract/events.ts";
import { fullRoom, visitorRoom } from "./rooms.ts";

/**
 * Name of the event that carries a batch of deltas between processes. Browsers do not receive it.
 */
const BATCH_EVENT = "turn:deltas";
/** A room without sockets, so that the batch reaches only processes. */
const PROCESSES_ROOM = "processes";

/** Packet type EVENT of the Socket.IO protocol. */
const EVENT_PACKET_TYPE = 2;

/**
 * Maximum size of a batch. In any language it stays below the 8,000 bytes of a PostgreSQL
 * notification.
 */
const MAX_BATCH = { pieces: 20, characters: 1500 };

export const TurnDeltaSchema = z.object({
  debateId: z.number(),
  turnId: z.number(),
  attempt: z.number(),
  offset: z.number(),
  text: z.string(),
});
const AddressedDelta = z.object({ delta: TurnDeltaSchema, isForVisitors: z.boolean() });
type AddressedDelta = z.infer<typeof AddressedDelta>;

const DeltaBatchMessage = z.looseObject({
  type: z.literal(3),
  data: z.looseObject({
    packet: z.looseObject({ data: z.tuple([z.literal(BATCH_EVENT), z.array(AddressedDelta)]) }),
    opts: z.looseObject({}),
  }),
});

type DeltaBatchMessage = z.infer<typeof DeltaBatchMessage>;

const getRooms = ({ delta: { debateId }, isForVisitors }: AddressedDelta): string[] =>
  isForVisitors ? [fullRoom(debateId), visitorRoom(debateId)] : [fullRoom(debateId)];

interface DeltaEmitter {
  to(rooms: string[]): { emit(name: "turn:delta", delta: TurnDelta): unknown };
  of(name: "/"): {
    adapter: { broadcast(packet: object, to: Record<"rooms" | "except", Set<string>>): void };
  };
}

export interface DeltaBatcher {
  add(addressed: AddressedDelta): void;
  flush(): void;
}

/**
 * Batches the deltas of all turns that are sent at the same moment. A message with many deltas
 * costs about as much as one with a single delta.
 */
export const createDeltaBatcher = (io: DeltaEmitter): DeltaBatcher => {
  let pending: AddressedDelta[] = [];
  let characters = 0;

  const flush = () => {
    const batch = pending;
    pending = [];
    characters = 0;
    const [first, second] = batch;
    if (first && !second) {
      io.to(getRooms(first)).emit("turn:delta", first.delta);
    } else if (first) {
      const packet = { type: EVENT_PACKET_TYPE, data: [BATCH_EVENT, batch] };
      io.of("/").adapter.broadcast(packet, { rooms: new Set([PROCESSES_ROOM]), except: new Set() });
    }
  };
  return {
    flush,
    add(addressed) {
      const isFull = pending.length === MAX_BATCH.pieces;
      if (isFull || characters + addressed.delta.text.length > MAX_BATCH.characters) flush();
      if (pending.length === 0) queueMicrotask(flush);
      pending.push(addressed);
      characters += addressed.delta.text.length;
    },
  };
};

const toSingleMessage = ({ data, ...batch }: DeltaBatchMessage, addressed: AddressedDelta) => {
  const packet = { ...data.packet, data: ["turn:delta", addressed.delta] };
  return {
    ...batch,
    data: { ...data, packet, opts: { ...data.opts, rooms: getRooms(addressed) } },
  };
};

/** Splits a batch into one message per delta; returns other messages unchanged. */
export const splitDeltaBatch = (message: unknown): unknown[] => {
  const batch = DeltaBatchMessage.safeParse(message).data;
  return (
    batch?.data.packet.data[1].map((addressed) => toSingleMessage(batch, addressed)) ?? [message]
  );
};
