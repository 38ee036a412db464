import type { Provider } from "#shared/domain/provider.ts";

/** How a reply ends: the model finished, or it reached its token limit. */
export type FixtureEnding = "done" | "cut";

/** The stream of one server. Its form comes from the server's documentation and bug reports. */
export interface StreamFixture {
  server: string;
  /** The provider whose adapter speaks the server's protocol. */
  provider: Provider;
  /** Returns the body of a reply with these deltas, with `\n` as line end. */
  write(deltas: readonly string[], ending: FixtureEnding): string;
  /** The tokens that the stream reports; null if it reports none. */
  usage: { input: number; output: number } | null;
}

/** Writes a server-sent event without a name. */
export const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

export const named = (name: string, value: unknown): string => `event: ${name}\n${data(value)}`;

/** Writes an event as Python's `json.dumps` does: ASCII only, and a space after each separator. */
export const pythonData = (value: unknown): string => {
  const json = JSON.stringify(value, null, 1).replace(/([,{[])\n\s*/g, (_all, mark: string) =>
    mark === "," ? ", " : mark,
  );
  const ascii = json
    .replace(/\n\s*/g, "")
    .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `data: ${ascii}\n\n`;
};
