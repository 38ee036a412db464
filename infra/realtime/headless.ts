import { Server } from "socket.io";
import type { Backend, Hearing } from "../backend/backend.ts";
import type { SocketServer } from "./announce.ts";

/** How packets are written for the clients of this process: there are none. */
class NoPackets {
  encode = (): [] => [];
}

/** A Socket.IO server without clients: for a process that only announces, and need not hear. */
export const createHeadlessServer = (backend: Backend, hearing: Hearing = "deaf"): SocketServer =>
  new Server({ adapter: backend.socketAdapter(hearing), parser: { Encoder: NoPackets } });

/** Lets go of the adapter; such a server has nothing else to close. */
export const closeHeadlessServer = (io: SocketServer): Promise<void> | void =>
  io.of("/").adapter.close();
