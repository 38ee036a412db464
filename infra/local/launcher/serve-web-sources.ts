import { createServer } from "vite";
import type { Part } from "./parts.ts";

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
