import { listModels } from "#shared/domain/model-name.ts";
import { buildClipTitle, joinClipText } from "#shared/domain/audio/clip.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { getProviderOfRole, type Role, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import type { Context } from "#api/context.ts";
import { type ClipDeps, getClip } from "#api/queries/audio/get-clip.ts";

export interface SharedClip {
  parameter: string;
  title: string;
  text: string;
  /** The side that speaks. Null if both sides do. */
  role: Role | null;
  /** The models that wrote the text, with their turns. */
  models: string;
}

/**
 * Returns a clip as visitors see it. Null if the URL contains no clip or visitors may not see it.
 */
export const findSharedClip = async (
  context: ClipDeps & Pick<Context, "env">,
  debate: Debate,
  parameter: unknown,
): Promise<SharedClip | null> => {
  if (typeof parameter !== "string") return null;
  const { problem, passages, quote } = await getClip(context, null, debate.id, parameter);
  const [first, second] = passages;
  if (problem !== null || !first) return null;
  const { role } = first;
  const speaker = `${context.env.labels[getProviderOfRole(role, debate)]}, ${SIDE_LABEL[role]}`;
  return {
    parameter,
    title: buildClipTitle(quote, speaker, debate.language),
    text: joinClipText(passages),
    role: second ? null : role,
    models: listModels(passages),
  };
};
