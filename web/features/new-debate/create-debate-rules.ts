import { zodResolver } from "@hookform/resolvers/zod";
import { CreateDebate } from "#shared/contract/debate.ts";

/** The contract's rules for what people choose: all of it, the form leaves nothing out. */
export const resolver = zodResolver(
  CreateDebate.pick({
    topic: true,
    botAProvider: true,
    botBProvider: true,
    format: true,
    shareEnabled: true,
    isPublic: true,
  }).required(),
);
