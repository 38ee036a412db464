import type { Format } from "#shared/domain/debates/debate.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { Role } from "#shared/domain/debates/side.ts";

/** A debate that a new installation shows as an example. */
export interface SampleDebate {
  topic: string;
  format: Format;
  botAProvider: Provider;
  botBProvider: Provider;
  maxTurns: number;
  hoursAgo: number;
  /** Winner votes, one for each sample voter. */
  winners: readonly Role[];
  /** Reactions, one for each sample voter. */
  reactions: readonly ("up" | "down")[];
}

export const SAMPLE_DEBATES: readonly SampleDebate[] = [
  {
    topic: "Should cities ban private cars from their centres?",
    format: "standard",
    botAProvider: "openai",
    botBProvider: "grok",
    maxTurns: 6,
    hoursAgo: 2,
    winners: ["bot_a", "bot_b", "bot_a", "bot_a"],
    reactions: ["up", "up", "up", "up"],
  },
  {
    topic: "Pineapple belongs on pizza",
    format: "roast",
    botAProvider: "grok",
    botBProvider: "openai",
    maxTurns: 6,
    hoursAgo: 7,
    winners: ["bot_a", "bot_b", "bot_b", "bot_a", "bot_b"],
    reactions: ["up", "up", "up", "down", "up"],
  },
  {
    topic: "Should AI be trusted to grade students' essays?",
    format: "lincoln_douglas",
    botAProvider: "grok",
    botBProvider: "claude",
    maxTurns: 6,
    hoursAgo: 20,
    winners: ["bot_b", "bot_b"],
    reactions: ["up", "up"],
  },
  {
    topic: "Should voting be compulsory?",
    format: "oxford",
    botAProvider: "claude",
    botBProvider: "openai",
    maxTurns: 6,
    hoursAgo: 31,
    winners: ["bot_a", "bot_b", "bot_a"],
    reactions: ["up", "up", "up"],
  },
  {
    topic: "Is remote work better than office work?",
    format: "standard",
    botAProvider: "openai",
    botBProvider: "openai",
    maxTurns: 8,
    hoursAgo: 52,
    winners: ["bot_a"],
    reactions: ["up", "down"],
  },
  {
    topic: "Is a hot dog a sandwich?",
    format: "oxford",
    botAProvider: "claude",
    botBProvider: "grok",
    maxTurns: 4,
    hoursAgo: 75,
    winners: ["bot_b", "bot_a", "bot_b", "bot_b"],
    reactions: ["up", "up", "up", "down"],
  },
];
