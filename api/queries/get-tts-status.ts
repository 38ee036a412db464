import type { TtsStatus } from "#shared/contract/debates/audio.ts";
import type { Context } from "../context.ts";

/** Whether a voice is set up on this server. */
export const getTtsStatus = ({ env }: Pick<Context, "env">): TtsStatus => ({
  configured: env.voice !== null,
});
