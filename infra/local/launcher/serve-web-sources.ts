import { createServer } from "vite";
import type { Part } from "./parts.ts";

/** Serves the web from its sources on `port` and proxies API requests. */
export const serveWebSources = async (port: number, apiPort: number): Promise<Part> => {
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
  return { stop: () => server.close(), abandon: () => {} };
};
