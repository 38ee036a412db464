import { Server } from "socket.io";
import type { Backend } from "../backend/backend.ts";
import type { SocketServer } from "./announce.ts";

/** A Socket.IO server without clients: for a process that only announces. */
export const createHeadlessServer = (backend: Backend): SocketServer =>
  new Server({ adapter: backend.socketAdapter("deaf") });

/** Lets go of the adapter; such a server has nothing else to close. */
export const closeHeadlessServer = (io: SocketServer): Promise<void> | void =>
  io.of("/").adapter.close();
