import type { TtsStatus } from "#shared/contract/debates/audio.ts";
import type { Context } from "../context.ts";

export const getTtsStatus = ({ env }: Pick<Context, "env">): TtsStatus => ({
  configured: env.voice !== null,
  languages: [...(env.voice?.languages.keys() ?? [])],
});
