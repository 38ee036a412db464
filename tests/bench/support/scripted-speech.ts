/** A speech of the scripted model. */
export interface ScriptedSpeech {
  topic: string;
  text: string;
  /** When its last words were sent, in milliseconds since 1970. */
  endedAt: number;
}

/** A unique topic that contains the length of its speech. */
export const createTopic = (debate: number, tokens: number): string =>
  `Should bench debate ${debate} be ${tokens} tokens long?`;

/** Topics of a speech of 40 MB, and of one that fails. */
export const ENDLESS_TOPIC = "Should a bench debate be endless?";
export const FAILING_TOPIC = "Should a bench debate fail?";

/** The speech for a prompt with a topic of `createTopic`. */
export const createSpeechFor = (prompt: string): { topic: string; tokens: string[] } => {
  const [topic = "", debate = "", length = "0"] =
    /Should bench debate (\d+) be (\d+) tokens long\?/.exec(prompt) ?? [];
  const tokens = Array.from({ length: Number(length) }, (_, n) => `${debate}w${n} `);
  return { topic, tokens: [...tokens.slice(0, -1), `${debate}end.`] };
};
