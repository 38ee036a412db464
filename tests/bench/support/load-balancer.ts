import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import type { TestProcess } from "#tests/helpers/test-stack.ts";

const READINESS_POLL_MS = 200;

const isReady = ({ port }: TestProcess): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** One origin in front of several API processes. */
export interface LoadBalancer {
  origin: string;
  close(): void;
}

/** Distributes connections in turn over the APIs that are ready. Polls whether they are ready. */
export const startLoadBalancer = async (apis: readonly TestProcess[]): Promise<LoadBalancer> => {
  let ready: readonly TestProcess[] = apis;
  let next = 0;
  const server = createServer((client) => {
    const upstream = connect(ready[next++ % ready.length]?.port ?? 0, "127.0.0.1");
    client.pipe(upstream).pipe(client);
    client.once("error", () => upstream.destroy()).once("close", () => upstream.destroy());
    upstream.once("error", () => client.destroy()).once("close", () => client.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const pollReadiness = async (): Promise<void> => {
    const readyApis = await Promise.all(
      apis.map(async (api) => ((await isReady(api)) ? [api] : [])),
    );
    ready = readyApis.flat();
  };
  const timer = setInterval(() => void pollReadiness(), READINESS_POLL_MS);
  // The address has this type, because the server listens on a port and not on a pipe.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    close() {
      clearInterval(timer);
      server.close();
    },
  };
};
