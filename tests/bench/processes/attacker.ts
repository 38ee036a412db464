import { once } from "node:events";
import { io, type Socket } from "socket.io-client";
import { onParentExit } from "#infra/process/shutdown.ts";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";
import { ApiClient } from "#tests/helpers/api-client.ts";

/**
 * An attack: many joins from visitors' sockets, and repeated restarts of a turn that always fails.
 */
export interface AttackRequest {
  origin: string;
  debateId: number;
  joins: number;
  /** Session cookie of the owner of the debate whose turn fails. */
  cookie: string;
  failingId: number;
  restarts: number;
}

/**
 * Number of requests to join a debate, and of answered requests to restart a turn. `endedAt` is in
 * milliseconds since 1970.
 */
export interface AttackResult {
  joins: number;
  restarts: number;
  endedAt: number;
}

const SOCKETS = 5;
const RESTARTS_AT_ONCE = 10;
/** Number of joins that are sent before the socket is checked for a disconnect. */
const JOINS_PER_BATCH = 200;

/** Connects from another IP address than the measured user. */
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

const joinOften = async (socket: Socket<ServerEvents, ClientEvents>, debateId: number) => {
  for (let sentCount = 0; sentCount < JOINS_PER_BATCH; sentCount++)
    socket.emit("debate:join", { debateId }, () => "ignored");
  await new Promise(setImmediate);
};

/** Sends joins, and reconnects after each disconnect. Returns the number of sent joins. */
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

/** Restarts the failing turn repeatedly. Returns the number of responses. */
const restart = async ({ origin, cookie, failingId, restarts }: AttackRequest): Promise<number> => {
  const client = new ApiClient(origin);
  client.cookie = cookie;
  let responses = 0;
  const restartRepeatedly = async () => {
    for (let i = 0; i < restarts / RESTARTS_AT_ONCE; i++) {
      await client.post(`/api/debates/${failingId}/turns`);
      responses += 1;
    }
  };
  await Promise.all(Array.from({ length: RESTARTS_AT_ONCE }, restartRepeatedly));
  return responses;
};

process.on("message", async (attack: AttackRequest) => {
  const joinsPerSocket = attack.joins / SOCKETS;
  const joining = Array.from({ length: SOCKETS }, () => join(attack, joinsPerSocket));
  const [restarts, ...joins] = await Promise.all([restart(attack), ...joining]);
  const joined = joins.reduce((sum, count) => sum + count, 0);
  process.send?.({ joins: joined, restarts, endedAt: Date.now() } satisfies AttackResult);
});
process.send?.({ port: 0 });
onParentExit(() => process.exit(0));
