import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onParentExit } from "#infra/process/shutdown.ts";

/** Interval of the chunks, and a chunk of the size that gives 160 kbit/s. */
const CHUNK_MS = 400;
const CHUNK = Buffer.alloc((160_000 / 8) * (CHUNK_MS / 1000), 1);

/**
 * This process is the baseline for live streams: it sends the same buffer to all `listeners`, at
 * the bit rate of a live stream.
 */
const listeners = new Set<ServerResponse>();
const server = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "audio/mpeg", "Cache-Control": "no-store" });
  response.flushHeaders();
  listeners.add(response);
  response.once("close", () => listeners.delete(response));
});
setInterval(() => {
  for (const listener of listeners) listener.write(CHUNK);
}, CHUNK_MS);
server.listen(0, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
onParentExit(() => process.exit(0));
