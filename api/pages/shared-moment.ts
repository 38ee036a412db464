import { momentTitle, wordsOf } from "#shared/domain/moment.ts";
import type { Debate } from "#shared/contract/debate.ts";
import { providerOf, type Role, SIDE_LABEL } from "#shared/domain/side.ts";
import type { Context } from "../context.ts";
import { getMoment } from "../queries/get-moment.ts";

export interface SharedMoment {
  written: string;
  title: string;
  words: string;
  /** The speaker. Null if both speak. */
  role: Role | null;
}

/** Returns a clip as visitors see it. Null if the URL contains none or they may not see it. */
export const sharedMoment = async (
  context: Context,
  debate: Debate,
  written: unknown,
): Promise<SharedMoment | null> => {
  if (typeof written !== "string") return null;
  const { problem, passages, quote } = await getMoment(context, null, debate.id, written);
  const [first, second] = passages;
  if (problem !== null || !first) return null;
  const { role } = first;
  const speaker = `${context.env.labels[providerOf(role, debate)]}, ${SIDE_LABEL[role]}`;
  return {
    written,
    title: momentTitle(quote, speaker),
    words: wordsOf(passages),
    role: second ? null : role,
  };
};
