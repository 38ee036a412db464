import { Server } from "socket.io";
import type { Backend } from "../backend/backend.ts";
import type { SocketServer } from "./event-publisher.ts";

/** Encodes nothing, because a process without clients sends no packets to them. */
class NoopEncoder {
  encode = (): [] => [];
}

/** A Socket.IO server for processes without clients, which only publish events. */
export const createHeadlessServer = (backend: Backend): SocketServer =>
  new Server({ adapter: backend.socketAdapter("publish-only"), parser: { Encoder: NoopEncoder } });

export const closeHeadlessServer = (io: SocketServer): Promise<void> | void =>
  io.of("/").adapter.close();
