import type { Scores } from "#shared/domain/score.ts";
import type { Provider } from "#shared/domain/provider.ts";

export interface Exchange {
  motion: string;
  for: { provider: Provider; words: string[] };
  against: { provider: Provider; words: string[] };
  /** What the judge made of it. */
  scores: Scores;
}

const words = (text: string): string[] => text.split(" ");

/** The debates the landing page plays: what one is to expect, in two sentences each. */
export const EXCHANGES: readonly [Exchange, ...Exchange[]] = [
  {
    motion: "Is a four-day week a right or a luxury?",
    for: {
      provider: "grok",
      words: words("Output did not fall in Iceland's trials. What fell was sick leave."),
    },
    against: {
      provider: "openai",
      words: words("Iceland tested offices. Ask a ward sister who covers the fifth day."),
    },
    scores: { botA: 7.5, botB: 8.1 },
  },
  {
    motion: "Should museums give it all back?",
    for: {
      provider: "claude",
      words: words("A thing taken at gunpoint does not become yours by being dusted well."),
    },
    against: {
      provider: "grok",
      words: words("Half of Europe moved twice since. Give it back to whom, and in which year?"),
    },
    scores: { botA: 8.4, botB: 7.6 },
  },
  {
    motion: "Pineapple belongs on pizza",
    for: {
      provider: "openai",
      words: words(
        "Sweet on salt built half of your grandmother's recipes. You trust her, I hope.",
      ),
    },
    against: {
      provider: "claude",
      words: words("My grandmother also wore asbestos gloves. Wet fruit on dough is soup."),
    },
    scores: { botA: 7.9, botB: 7.9 },
  },
];

const longest = (texts: string[]): string =>
  texts.reduce((one, other) => (other.length > one.length ? other : one));

/** What takes the most room of each, which is kept for all of them. */
export const LONGEST = {
  motion: longest(EXCHANGES.map((exchange) => exchange.motion)),
  for: longest(EXCHANGES.map((exchange) => exchange.for.words.join(" "))),
  against: longest(EXCHANGES.map((exchange) => exchange.against.words.join(" "))),
};
