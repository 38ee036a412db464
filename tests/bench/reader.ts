import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";
import type { ApiClient } from "../api-client.ts";

const READERS = 16;
const ROUND_MS = 1000;

/** A reader of the API, over kept connections. */
export interface Reader {
  origin: string;
  headers: Record<string, string>;
}

/** The id in a client's session cookie, which comes signed: `s:<id>.<signature>`. */
export const sessionOf = ({ cookie }: ApiClient): string =>
  /=s:([^.]+)\./.exec(decodeURIComponent(cookie))?.[1] ?? "none";

const agent = new Agent({ keepAlive: true });

export const read = async ({ origin, headers }: Reader, path: string): Promise<string> => {
  const response = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
    get(origin + path, { agent, headers }, resolve).on("error", reject),
  );
  return text(response);
};

/** How often in a second all these paths are read, by readers that never rest. */
export const readsPerSecond = async (reader: Reader, paths: readonly string[]): Promise<number> => {
  const until = performance.now() + ROUND_MS;
  let reads = 0;
  const keepReading = async () => {
    for (; performance.now() < until; reads++) for (const path of paths) await read(reader, path);
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: READERS }, keepReading));
  return (reads * 1000) / (performance.now() - startedAt);
};

/** Throws where the bare API does not answer the same. */
export const requireSameAnswers = async (
  ours: Reader,
  bare: Reader,
  paths: readonly string[],
): Promise<void> => {
  for (const path of paths)
    if ((await read(ours, path)) !== (await read(bare, path)))
      throw new Error(`The bare API answers ${path} differently.`);
};
