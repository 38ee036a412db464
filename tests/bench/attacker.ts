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

/** Comes back as often as it is cut; where it is not let in any more, it goes on knocking. */
const join = async ({ origin, debateId }: Attack, joins: number): Promise<void> => {
  let socket: Socket<ServerEvents, ClientEvents> | undefined;
  for (let left = joins; left > 0; left -= BREATH) {
    if (!socket?.connected) socket = await connect(origin).catch(() => undefined);
    if (socket) await joinOften(socket, debateId);
  }
  socket?.disconnect();
};

const restart = async ({ origin, cookie, failingId, restarts }: Attack): Promise<void> => {
  const client = new ApiClient(origin);
  client.cookie = cookie;
  const press = async () => {
    for (let i = 0; i < restarts / RESTARTS_AT_ONCE; i++)
      await client.post(`/api/debates/${failingId}/turns`);
  };
  await Promise.all(Array.from({ length: RESTARTS_AT_ONCE }, press));
};

process.on("message", async (attack: Attack) => {
  const each = attack.joins / SOCKETS;
  const joining = Array.from({ length: SOCKETS }, () => join(attack, each));
  await Promise.all([...joining, restart(attack)]);
  process.send?.("done");
});
process.send?.({ port: 0 });
stopWithParent(() => process.exit(0));
