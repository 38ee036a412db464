/** What a scripted model has said. */
export interface ScriptedSpeech {
  topic: string;
  text: string;
  /** When its last words went out, in milliseconds since 1970. */
  endedAt: number;
}

/** A topic that tells how long the speech about it is, and apart from all others. */
export const createTopic = (debate: number, tokens: number): string =>
  `Should bench debate ${debate} be ${tokens} tokens long?`;

/** The topic of a speech of 40 MB, and of one that never begins. */
export const ENDLESS_TOPIC = "Should a bench debate be endless?";
export const FAILING_TOPIC = "Should a bench debate fail?";

/** What is said to a prompt with such a topic. */
export const createSpeechFor = (prompt: string): { topic: string; tokens: string[] } => {
  const [topic = "", debate = "", length = "0"] =
    /Should bench debate (\d+) be (\d+) tokens long\?/.exec(prompt) ?? [];
  const tokens = Array.from({ length: Number(length) }, (_, n) => `${debate}w${n} `);
  return { topic, tokens: [...tokens.slice(0, -1), `${debate}end.`] };
};
