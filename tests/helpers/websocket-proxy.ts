import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

/** What the proxy does to WebSockets. `one-way` swallows only the messages of the browser. */
export type ProxyFault = "none" | "refuse" | "swallow" | "one-way" | "cut" | "silence";

export interface WebSocketProxy {
  origin: string;
  fault: ProxyFault;
  /** Whether a page has connected by polling. */
  isPolled: boolean;
  close(): Promise<void>;
}

const CUT_AFTER_MS = 300;
/** The beginning of Socket.IO's packet that accepts a connection. */
const CONNECT_PACKET = '40{"sid"';
/** From RFC 6455. */
const ACCEPT_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

const writeHead = ({ method, url, rawHeaders }: IncomingMessage): string => {
  const lines = Array.from({ length: rawHeaders.length / 2 }, (_, n) =>
    rawHeaders.slice(2 * n, 2 * n + 2).join(": "),
  );
  return [`${method} ${url} HTTP/1.1`, ...lines, "", ""].join("\r\n");
};

const acceptAndSwallow = ({ headers }: IncomingMessage, client: Duplex): void => {
  const key = createHash("sha1").update(`${headers["sec-websocket-key"]}${ACCEPT_GUID}`);
  client.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key.digest("base64")}\r\n\r\n`,
  );
  client.resume();
};

/** Forwards HTTP to this port and treats WebSockets as some proxies between users and sites do. */
export const startWebSocketProxy = async (port: number): Promise<WebSocketProxy> => {
  const sockets = new Set<Duplex>();
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    if (url?.includes("transport=polling")) proxy.isPolled = true;
    const forwarded = request({ port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  const proxy: WebSocketProxy = {
    origin: "",
    fault: "none",
    isPolled: false,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  server.on("upgrade", (incoming, client) => {
    sockets.add(client);
    client.on("error", () => client.destroy());
    if (proxy.fault === "refuse") return client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    if (proxy.fault === "swallow") return acceptAndSwallow(incoming, client);
    const upstream = connect({ port }, () => upstream.write(writeHead(incoming)));
    sockets.add(upstream);
    upstream.on("error", () => client.destroy()).on("close", () => client.destroy());
    client.on("close", () => upstream.destroy());
    upstream.pipe(client);
    if (proxy.fault === "one-way") client.resume();
    else client.pipe(upstream);
    if (proxy.fault === "silence")
      upstream.on("data", (chunk) => {
        if (!chunk.includes(CONNECT_PACKET)) return;
        upstream.unpipe(client).resume();
        client.unpipe(upstream).resume();
      });
    if (proxy.fault === "cut")
      upstream.once("data", () => setTimeout(() => client.destroy(), CUT_AFTER_MS));
    return undefined;
  });
  server.listen(0);
  await once(server, "listening");
  proxy.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return proxy;
};
