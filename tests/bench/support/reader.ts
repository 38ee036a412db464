import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";
import type { ApiClient } from "#tests/helpers/api-client.ts";

const READERS = 16;
const ROUND_MS = 1000;

/** A client that reads from an API. It reuses connections, so that connecting is not measured. */
export interface BenchReader {
  origin: string;
  headers: Record<string, string>;
}

/** Returns the session id in a client's signed cookie, `s:<id>.<signature>`. */
export const getSessionId = ({ cookie }: ApiClient): string =>
  /=s:([^.]+)\./.exec(decodeURIComponent(cookie))?.[1] ?? "none";

const agent = new Agent({ keepAlive: true });

export const readPath = async ({ origin, headers }: BenchReader, path: string): Promise<string> => {
  const response = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
    get(origin + path, { agent, headers }, resolve).on("error", reject),
  );
  return text(response);
};

/**
 * Returns how often per second concurrent readers read all these paths. They read without pauses.
 */
export const measureReadsPerSecond = async (
  reader: BenchReader,
  paths: readonly string[],
): Promise<number> => {
  const endMs = performance.now() + ROUND_MS;
  let reads = 0;
  const keepReading = async () => {
    for (; performance.now() < endMs; reads++)
      for (const path of paths) await readPath(reader, path);
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: READERS }, keepReading));
  return (reads * 1000) / (performance.now() - startedAt);
};

/** Throws if the baseline responds differently from the product. */
export const requireSameResponses = async (
  ours: BenchReader,
  bare: BenchReader,
  paths: readonly string[],
): Promise<void> => {
  for (const path of paths)
    if ((await readPath(ours, path)) !== (await readPath(bare, path)))
      throw new Error(`The bare API answers ${path} differently.`);
};
