/** Resources of a process that must not grow without limit. */
export interface ProcessResources {
  files: number;
  megabytes: number;
}

/**
 * Maximum growth since a process was first measured. A connection to a provider stays open for a
 * minute after its request, and many requests were concurrent.
 */
const ALLOWED_GROWTH: ProcessResources = { files: 150, megabytes: 300 };

/** Describes the processes that grew too much between their first round and the last. */
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
