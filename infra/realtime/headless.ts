import { Server } from "socket.io";
import type { Backend } from "../backend/backend.ts";
import type { SocketServer } from "./announce.ts";

/** How packets are written for the clients of this process: there are none. */
class NoPackets {
  encode = (): [] => [];
}

/** A Socket.IO server without clients: for a process that only announces. */
export const createHeadlessServer = (backend: Backend): SocketServer =>
  new Server({ adapter: backend.socketAdapter("deaf"), parser: { Encoder: NoPackets } });

/** Lets go of the adapter; such a server has nothing else to close. */
export const closeHeadlessServer = (io: SocketServer): Promise<void> | void =>
  io.of("/").adapter.close();
