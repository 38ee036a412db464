import { z } from "zod";
import { parseDebateRoom } from "#infra/realtime/rooms.ts";
import type { ServerEvents } from "#shared/contract/events.ts";
import { SERVER_EVENT_CONTRACTS } from "./server-events-table.ts";

export type RoomNames = ReadonlyMap<string, string>;

const isEvent = (name: string): name is keyof ServerEvents => name in SERVER_EVENT_CONTRACTS;
const EventName = z.string().refine(isEvent);

type DescribeRooms = (rooms: readonly string[]) => string;
/** Formats a message once the names of its rooms are known. Null for messages that are left out. */
type DescribeEffect = (named: DescribeRooms) => string | null;

const Recipients = z.object({ rooms: z.array(z.string()), except: z.array(z.string()) });
const describeRecipients = (
  { rooms, except }: z.infer<typeof Recipients>,
  named: DescribeRooms,
): string => (except.length > 0 ? `${named(rooms)}, not ${named(except)}` : named(rooms));
/** Messages of Socket.IO's cluster adapter by type number, each formatted as a line. */
const heartbeat = z
  .object({ type: z.literal([1, 2, 13]) })
  .transform((): DescribeEffect => () => null);
const broadcast = z
  .object({
    type: z.literal(3),
    data: z.object({
      opts: Recipients,
      packet: z.object({
        data: z.tuple([EventName, z.looseObject({ debateId: z.int().optional() })]),
      }),
    }),
  })
  .transform(({ data: { opts, packet } }): DescribeEffect => {
    const [name, event] = packet.data;
    const isAstray = opts.rooms.some(
      (room) => (parseDebateRoom(room) ?? event.debateId) !== event.debateId,
    );
    const said = [
      SERVER_EVENT_CONTRACTS[name].detail?.parse(event),
      isAstray && "of another debate",
    ].filter(Boolean);
    const what = said.length > 0 ? `${name} (${said.join(", ")})` : name;
    return (named) => `${what} → ${describeRecipients(opts, named)}`;
  });
const left = z
  .object({ type: z.literal(5), data: z.object({ opts: Recipients, rooms: z.array(z.string()) }) })
  .transform(({ data: { opts, rooms } }): DescribeEffect => {
    return (named) => `${named(rooms)} left → ${describeRecipients(opts, named)}`;
  });
const cut = z
  .object({ type: z.literal(6), data: z.object({ opts: Recipients, close: z.literal(true) }) })
  .transform(
    ({ data: { opts } }): DescribeEffect =>
      (named) =>
        `sockets cut → ${named(opts.rooms)}`,
  );
/** Watcher counts are sent on a timer and are left out. */
const aside = z
  .object({ type: z.literal(9), data: z.object({ packet: z.tuple([z.string()], z.unknown()) }) })
  .transform(({ data: { packet } }): DescribeEffect => {
    const [name] = packet;
    return () => (name === "watchers" ? null : `${name} → processes`);
  });
const Message = z.union([heartbeat, broadcast, left, cut, aside]);

/**
 * Formats a message between processes as event and recipients. Returns null for heartbeats and
 * timers. Throws for an unknown message.
 */
export const describeEffect = (message: string, names: RoomNames): string | null =>
  Message.parse(JSON.parse(message))((rooms) =>
    rooms.map((room) => names.get(room) ?? room).join(", "),
  );
