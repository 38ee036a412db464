/** Resources that must not grow without limit in a process. */
export interface ProcessResources {
  files: number;
  megabytes: number;
}

/**
 * Maximum growth since the first measurement of a process. Allows for the connections of many
 * simultaneous requests to providers, which stay open for a minute.
 */
const ALLOWED_GROWTH: ProcessResources = { files: 150, megabytes: 300 };

/** Returns a line for each process that grew too much between its first round and the last. */
export const findLeaks = (rounds: readonly ReadonlyMap<string, ProcessResources>[]): string[] =>
  Array.from(rounds.at(-1) ?? [], ([name, resources]) => {
    const before = rounds.find((round) => round.has(name))?.get(name) ?? resources;
    const lines: string[] = [];
    if (resources.files > before.files + ALLOWED_GROWTH.files)
      lines.push(`${name}: ${resources.files} files after ${before.files}`);
    if (resources.megabytes > before.megabytes + ALLOWED_GROWTH.megabytes)
      lines.push(`${name}: ${resources.megabytes} MB after ${before.megabytes} MB`);
    return lines;
  }).flat();
