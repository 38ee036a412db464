/** What a process holds that may not become more and more. */
export interface ProcessResources {
  files: number;
  megabytes: number;
}

/**
 * So much more than in the beginning a process may hold after a round. A connection to a provider
 * stays open for a minute after its request, and a herd of them was asked at once.
 */
const ALLOWED_GROWTH: ProcessResources = { files: 150, megabytes: 300 };

/** What holds too much after the last round, by what it held when it was first seen. */
export const findLeaks = (rounds: readonly ReadonlyMap<string, ProcessResources>[]): string[] =>
  Array.from(rounds.at(-1) ?? [], ([name, held]) => {
    const before = rounds.find((round) => round.has(name))?.get(name) ?? held;
    const lines: string[] = [];
    if (held.files > before.files + ALLOWED_GROWTH.files)
      lines.push(`${name}: ${held.files} files after ${before.files}`);
    if (held.megabytes > before.megabytes + ALLOWED_GROWTH.megabytes)
      lines.push(`${name}: ${held.megabytes} MB after ${before.megabytes} MB`);
    return lines;
  }).flat();
