import { once } from "node:events";
import { io, type Socket } from "socket.io-client";
import { onParentExit } from "#infra/process/on-parent-exit.ts";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";
import { ApiClient } from "#tests/helpers/api-client.ts";

/** Joins without end, from visitors' sockets, and a turn that always fails, asked for again and again. */
export interface AttackRequest {
  origin: string;
  debateId: number;
  joins: number;
  /** Whose debate it is that fails. */
  cookie: string;
  failingId: number;
  restarts: number;
}

/** How many joins went out, how many restarts were answered, and when it was over, in ms since 1970. */
export interface AttackResult {
  joins: number;
  restarts: number;
  endedAt: number;
}

const SOCKETS = 5;
const RESTARTS_AT_ONCE = 10;
/** As many words as go out before it is looked whether the line is still there. */
const JOINS_PER_BATCH = 200;

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
  for (let word = 0; word < JOINS_PER_BATCH; word++)
    socket.emit("debate:join", { debateId }, () => "whatever is answered");
  await new Promise(setImmediate);
};

/** Comes back as often as it is cut; where it is not let in any more, it goes on knocking. Counts its joins. */
const join = async ({ origin, debateId }: AttackRequest, joins: number): Promise<number> => {
  let socket: Socket<ServerEvents, ClientEvents> | undefined;
  let joined = 0;
  for (let left = joins; left > 0; left -= JOINS_PER_BATCH) {
    if (!socket?.connected) socket = await connect(origin).catch(() => undefined);
    if (!socket) continue;
    await joinOften(socket, debateId);
    joined += JOINS_PER_BATCH;
  }
  socket?.disconnect();
  return joined;
};

/** Counts its answers. */
const restart = async ({ origin, cookie, failingId, restarts }: AttackRequest): Promise<number> => {
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

process.on("message", async (attack: AttackRequest) => {
  const each = attack.joins / SOCKETS;
  const joining = Array.from({ length: SOCKETS }, () => join(attack, each));
  const [restarts, ...joins] = await Promise.all([restart(attack), ...joining]);
  const joined = joins.reduce((sum, some) => sum + some, 0);
  process.send?.({ joins: joined, restarts, endedAt: Date.now() } satisfies AttackResult);
});
process.send?.({ port: 0 });
onParentExit(() => process.exit(0));
