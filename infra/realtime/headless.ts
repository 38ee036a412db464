import { Server } from "socket.io";
import type { Backend, Hearing } from "../backend/backend.ts";
import type { SocketServer } from "./announce.ts";

/** A Socket.IO server without clients: for a process that only announces, and need not hear. */
export const createHeadlessServer = (backend: Backend, hearing: Hearing = "deaf"): SocketServer =>
  new Server({ adapter: backend.socketAdapter(hearing) });

/** Lets go of the adapter; such a server has nothing else to close. */
export const closeHeadlessServer = (io: SocketServer): Promise<void> | void =>
  io.of("/").adapter.close();
