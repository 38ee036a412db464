export interface ScriptedSpeech {
  topic: string;
  text: string;
  /** When the last words were sent, in milliseconds since 1970. */
  endedAt: number;
}

/** Returns a unique topic that contains the length of its speech in tokens. */
export const createTopic = (debate: number, tokens: number): string =>
  `Should bench debate ${debate} be ${tokens} tokens long?`;

/** Topic whose speech has 40 MB, and topic whose speech fails. */
export const ENDLESS_TOPIC = "Should a bench debate be endless?";
export const FAILING_TOPIC = "Should a bench debate fail?";

/** Returns the speech for a prompt with a topic of `createTopic`. */
export const createSpeechFor = (prompt: string): { topic: string; tokens: string[] } => {
  const [topic = "", debate = "", length = "0"] =
    /Should bench debate (\d+) be (\d+) tokens long\?/.exec(prompt) ?? [];
  const tokens = Array.from({ length: Number(length) }, (_, n) => `${debate}w${n} `);
  return { topic, tokens: [...tokens.slice(0, -1), `${debate}end.`] };
};
