import { once } from "node:events";
import { io, type Socket } from "socket.io-client";
import { stopWithParent } from "#infra/process/stop-with-parent.ts";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";
import { ApiClient } from "../api-client.ts";

/** Joins without end, from visitors' sockets, and a turn that always fails, asked for again and again. */
export interface Attack {
  origin: string;
  debateId: number;
  joins: number;
  /** Whose debate it is that fails. */
  cookie: string;
  failingId: number;
  restarts: number;
}

/** How many joins went out, how many restarts were answered, and when it was over, in ms since 1970. */
export interface Attacked {
  joins: number;
  restarts: number;
  endedAt: number;
}

const SOCKETS = 5;
const RESTARTS_AT_ONCE = 10;
/** As many words as go out before it is looked whether the line is still there. */
const BREATH = 200;

/** Another address than the one who is measured has. */
const connect = async (origin: string): Promise<Socket<ServerEvents, ClientEvents>> => {
  const options = {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    extraHeaders: { origin },
    localAddress: "127.0.0.2",
  };
  const socket: Socket<ServerEvents, ClientEvents> = io(origin, options);
  await once(socket as unknown as NodeJS.EventEmitter, "connect");
  return socket;
};

/** Says as much as may go out before the line is looked at. */
const joinOften = async (socket: Socket<ServerEvents, ClientEvents>, debateId: number) => {
  for (let word = 0; word < BREATH; word++)
    socket.emit("debate:join", { debateId }, () => "whatever is answered");
  await new Promise(setImmediate);
};

/** Comes back as often as it is cut; where it is not let in any more, it goes on knocking. Counts its joins. */
const join = async ({ origin, debateId }: Attack, joins: number): Promise<number> => {
  let socket: Socket<ServerEvents, ClientEvents> | undefined;
  let joined = 0;
  for (let left = joins; left > 0; left -= BREATH) {
    if (!socket?.connected) socket = await connect(origin).catch(() => undefined);
    if (!socket) continue;
    await joinOften(socket, debateId);
    joined += BREATH;
  }
  socket?.disconnect();
  return joined;
};

/** Counts its answers. */
const restart = async ({ origin, cookie, failingId, restarts }: Attack): Promise<number> => {
  const client = new ApiClient(origin);
  client.cookie = cookie;
  let answered = 0;
  const press = async () => {
    for (let i = 0; i < restarts / RESTARTS_AT_ONCE; i++) {
      await client.post(`/api/debates/${failingId}/turns`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: RESTARTS_AT_ONCE }, press));
  return answered;
};

process.on("message", async (attack: Attack) => {
  const each = attack.joins / SOCKETS;
  const joining = Array.from({ length: SOCKETS }, () => join(attack, each));
  const [restarts, ...joins] = await Promise.all([restart(attack), ...joining]);
  const joined = joins.reduce((sum, some) => sum + some, 0);
  process.send?.({ joins: joined, restarts, endedAt: Date.now() } satisfies Attacked);
});
process.send?.({ port: 0 });
stopWithParent(() => process.exit(0));
