import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { openBackend } from "#infra/backend/open-backend.ts";
import { readEnv, requireVariable } from "#infra/env.ts";
import { createLogger } from "#infra/logger.ts";
import { onParentExit } from "#infra/process/shutdown.ts";

/** Baseline for sockets: plain Socket.IO with the same adapter, without permission checks. */
const env = readEnv();
const databaseUrl = requireVariable(env.databaseUrl, "DATABASE_URL");
const backend = await openBackend({ ...env, databaseUrl }, createLogger("silent", "bench"));
const server = createServer();
const io = new Server(server, { adapter: backend.socketAdapter("listening") });

io.on("connection", (socket) => {
  socket.on("debate:join", async ({ debateId }: { debateId: number }, answer: () => void) => {
    await socket.join(`debate:${debateId}`);
    answer();
  });
});
server.listen(0, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
onParentExit(() => process.exit(0));
