import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import type { Backend } from "#infra/backend/backend.ts";

/** An event as it arrived at a socket. */
export interface SocketEvent {
  name: string;
  event: Record<string, unknown>;
}

/** Sockets that are in the rooms they ask for: who may join which is the API's matter. */
export const startSocketHarness = async (backend: Backend) => {
  const http = createServer();
  const server = new Server(http, { adapter: backend.socketAdapter("listening") });
  server.on("connection", (socket) => {
    void socket.join(String(socket.handshake.query["rooms"]).split(","));
  });
  await new Promise<void>((resolve) => http.listen(0, resolve));
  // Listening on a port, not on a pipe.
  const { port } = http.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}` };
};

/** The speech a watcher has, put together from the pieces of the latest attempt. */
export const joinDeltas = (heard: readonly SocketEvent[], turnId: number): string => {
  let attempt = 0;
  let text = "";
  for (const { name, event } of heard) {
    if (name !== "turn:delta" || event["turnId"] !== turnId) continue;
    if (event["attempt"] !== attempt) text = "";
    attempt = Number(event["attempt"]);
    if (event["offset"] !== text.length)
      throw new Error(`a gap before offset ${String(event["offset"])}`);
    text += String(event["text"]);
  }
  return text;
};

/** The names of what was heard, without the probes and the pieces of speeches. */
export const listEventNames = (heard: readonly SocketEvent[]): string[] =>
  heard.map(({ name }) => name).filter((name) => !["turn:delta", "votes:updated"].includes(name));
