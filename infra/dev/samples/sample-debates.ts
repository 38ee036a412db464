import type { Provider } from "#shared/domain/provider.ts";
import type { Role } from "#shared/domain/debates/side.ts";

/**
 * A finished debate that a new installation shows as an example. Its text is one of the debates
 * that were written for the fakes.
 */
export interface SampleDebate {
  /** Topic of the written debate. */
  topic: string;
  botAProvider: Provider;
  botBProvider: Provider;
  hoursAgo: number;
  /** Winner votes, one for each sample voter. */
  winners: readonly Role[];
  /** Reactions, one for each sample voter. */
  reactions: readonly ("up" | "down")[];
}

/**
 * Prepared debates that the demo mode starts by itself, one after another. They must differ from the
 * finished samples, because lists would show the same debate twice.
 */
export const SAMPLE_SHOWS = [
  { topic: "Is a hot dog a sandwich?", botAProvider: "openai", botBProvider: "grok" },
  { topic: "Are cats better company than dogs?", botAProvider: "claude", botBProvider: "openai" },
] as const satisfies readonly Pick<SampleDebate, "topic" | "botAProvider" | "botBProvider">[];

/** Email address of the account that owns the samples. The account has no password. */
export const SAMPLE_OWNER_EMAIL = "sample@sample.invalid";

export const SAMPLE_DEBATES: readonly SampleDebate[] = [
  {
    topic: "Should cities ban private cars from their centres?",
    botAProvider: "openai",
    botBProvider: "grok",
    hoursAgo: 2,
    winners: ["bot_a", "bot_b", "bot_a", "bot_a"],
    reactions: ["up", "up", "up", "up"],
  },
  {
    topic: "Does pineapple belong on pizza?",
    botAProvider: "grok",
    botBProvider: "openai",
    hoursAgo: 7,
    winners: ["bot_a", "bot_b", "bot_b", "bot_a", "bot_a"],
    reactions: ["up", "up", "up", "down", "up"],
  },
  {
    topic: "Is it wrong to tell a white lie?",
    botAProvider: "grok",
    botBProvider: "claude",
    hoursAgo: 20,
    winners: ["bot_b", "bot_b"],
    reactions: ["up", "up"],
  },
  {
    topic: "Should voting be compulsory?",
    botAProvider: "claude",
    botBProvider: "openai",
    hoursAgo: 31,
    winners: ["bot_a", "bot_b", "bot_a"],
    reactions: ["up", "up", "up"],
  },
  {
    topic: "¿La tortilla de patatas lleva cebolla?",
    botAProvider: "openai",
    botBProvider: "claude",
    hoursAgo: 44,
    winners: ["bot_a", "bot_a", "bot_b"],
    reactions: ["up", "up", "up"],
  },
  {
    topic: "Should homework be abolished?",
    botAProvider: "openai",
    botBProvider: "openai",
    hoursAgo: 52,
    winners: ["bot_b"],
    reactions: ["up", "down"],
  },
  {
    topic: "هل القراءة من الكتاب الورقي أفضل من القراءة على الشاشة؟",
    botAProvider: "claude",
    botBProvider: "grok",
    hoursAgo: 60,
    winners: ["bot_b", "bot_a"],
    reactions: ["up", "up"],
  },
  {
    topic: "Do zoos do more harm than good?",
    botAProvider: "claude",
    botBProvider: "grok",
    hoursAgo: 75,
    winners: ["bot_b", "bot_a", "bot_b", "bot_b"],
    reactions: ["up", "up", "up", "down"],
  },
];
