import { createServer } from "node:http";
import { Server } from "socket.io";
import type { Backend } from "#infra/backend/backend.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

/** An event as it arrived at a socket. */
export interface SocketEvent {
  name: string;
  event: Record<string, unknown>;
}

/**
 * Starts a Socket.IO server. Sockets may join any room, because authorization belongs to the API.
 */
export const startSocketHarness = async (backend: Backend) => {
  const http = createServer();
  const server = new Server(http, { adapter: backend.socketAdapter("listening") });
  server.on("connection", (socket) => {
    void socket.join(String(socket.handshake.query["rooms"]).split(","));
  });
  const port = await listenLocally(http);
  return { server, url: `http://127.0.0.1:${port}` };
};

/** Returns the turn's text from the deltas of its latest attempt. Throws on a gap. */
export const joinDeltas = (events: readonly SocketEvent[], turnId: number): string => {
  let attempt = 0;
  let text = "";
  for (const { name, event } of events) {
    if (name !== "turn:delta" || event["turnId"] !== turnId) continue;
    if (event["attempt"] !== attempt) text = "";
    attempt = Number(event["attempt"]);
    if (event["offset"] !== text.length)
      throw new Error(`a gap before offset ${String(event["offset"])}`);
    text += String(event["text"]);
  }
  return text;
};

/** Returns the event names, except `turn:delta` and `votes:updated`. */
export const listEventNames = (events: readonly SocketEvent[]): string[] =>
  events.map(({ name }) => name).filter((name) => !["turn:delta", "votes:updated"].includes(name));
