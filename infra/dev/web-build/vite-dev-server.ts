import { createServer } from "vite";
import type { Stoppable } from "../launcher/shutdown-stack.ts";

export const startViteDevServer = async (port: number, apiPort: number): Promise<Stoppable> => {
  const target = `http://localhost:${apiPort}`;
  const server = await createServer({
    logLevel: "warn",
    server: {
      port,
      strictPort: true,
      proxy: {
        "/api": { target },
        "/readyz": { target },
        "/socket.io": { target, ws: true },
      },
    },
  });
  await server.listen();
  return { stop: () => server.close(), kill: () => {} };
};
