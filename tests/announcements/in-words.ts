import { z } from "zod";
import { debateOfRoom } from "#infra/realtime/rooms.ts";
import type { ServerEvents } from "#shared/contract/events.ts";
import { EVENTS } from "./events-table.ts";

export type Names = ReadonlyMap<string, string>;

const isEvent = (name: string): name is keyof ServerEvents => name in EVENTS;
const EventName = z.string().refine(isEvent);

type Named = (rooms: readonly string[]) => string;
/** Formats a message once the names of its rooms are known. Null for messages that are left out. */
type Line = (named: Named) => string | null;

const To = z.object({ rooms: z.array(z.string()), except: z.array(z.string()) });
const toWhom = ({ rooms, except }: z.infer<typeof To>, named: Named): string =>
  except.length > 0 ? `${named(rooms)}, not ${named(except)}` : named(rooms);
/** Messages of Socket.IO's cluster adapter by type number, each formatted as a line. */
const heartbeat = z.object({ type: z.literal([1, 2, 13]) }).transform((): Line => () => null);
const broadcast = z
  .object({
    type: z.literal(3),
    data: z.object({
      opts: To,
      packet: z.object({
        data: z.tuple([EventName, z.looseObject({ debateId: z.int().optional() })]),
      }),
    }),
  })
  .transform(({ data: { opts, packet } }): Line => {
    const [name, event] = packet.data;
    const isAstray = opts.rooms.some(
      (room) => (debateOfRoom(room) ?? event.debateId) !== event.debateId,
    );
    const said = [EVENTS[name].detail?.parse(event), isAstray && "of another debate"].filter(
      Boolean,
    );
    const what = said.length > 0 ? `${name} (${said.join(", ")})` : name;
    return (named) => `${what} → ${toWhom(opts, named)}`;
  });
const left = z
  .object({ type: z.literal(5), data: z.object({ opts: To, rooms: z.array(z.string()) }) })
  .transform(({ data: { opts, rooms } }): Line => {
    return (named) => `${named(rooms)} left → ${toWhom(opts, named)}`;
  });
const cut = z
  .object({ type: z.literal(6), data: z.object({ opts: To, close: z.literal(true) }) })
  .transform(
    ({ data: { opts } }): Line =>
      (named) =>
        `sockets cut → ${named(opts.rooms)}`,
  );
/** Watcher counts are sent on a timer and are left out. */
const aside = z
  .object({ type: z.literal(9), data: z.object({ packet: z.tuple([z.string()], z.unknown()) }) })
  .transform(({ data: { packet } }): Line => {
    const [name] = packet;
    return () => (name === "watchers" ? null : `${name} → processes`);
  });
const Message = z.union([heartbeat, broadcast, left, cut, aside]);

/**
 * Formats a message between processes as event and recipients. Returns null for heartbeats and
 * timers. Throws for an unknown message.
 */
export const inWords = (message: string, names: Names): string | null =>
  Message.parse(JSON.parse(message))((rooms) =>
    rooms.map((room) => names.get(room) ?? room).join(", "),
  );
