import { Server } from "socket.io";
import type { Backend } from "../backend/backend.ts";
import type { SocketServer } from "./event-publisher.ts";

/** Encodes nothing, since this process has no clients. */
class NoopEncoder {
  encode = (): [] => [];
}

/** A Socket.IO server without clients, for processes that only publish. */
export const createHeadlessServer = (backend: Backend): SocketServer =>
  new Server({ adapter: backend.socketAdapter("publish-only"), parser: { Encoder: NoopEncoder } });

export const closeHeadlessServer = (io: SocketServer): Promise<void> | void =>
  io.of("/").adapter.close();
