import { Agent, get } from "node:http";
import { onParentExit } from "#infra/process/shutdown.ts";

/**
 * A flood: requests these paths for `ms` milliseconds without a pause, over this many connections.
 * The connections use the local addresses in turn.
 */
export interface FloodRequest {
  origin: string;
  paths: string[];
  connections: number;
  addresses: string[];
  ms: number;
}

/** Number of responses by status, and of errors. */
export type FloodResult = Record<string, number>;

const request = (url: string, agent: Agent): Promise<string> =>
  new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume().once("end", () => resolve(String(response.statusCode)));
    }).once("error", () => resolve("error"));
  });

process.on("message", async ({ origin, paths, connections, addresses, ms }: FloodRequest) => {
  const statuses: FloodResult = {};
  const endsAt = Date.now() + ms;
  const flood = async (_value: unknown, connection: number) => {
    const localAddress = addresses[connection % addresses.length];
    const agent = new Agent({
      keepAlive: true,
      maxSockets: 1,
      ...(localAddress && { localAddress }),
    });
    for (let n = connection; Date.now() < endsAt; n++) {
      const status = await request(origin + paths[n % paths.length], agent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, flood));
  process.send?.(statuses);
});
process.send?.({ port: 0 });
onParentExit(() => process.exit(0));
