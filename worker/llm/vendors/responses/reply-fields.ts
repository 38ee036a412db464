import { z } from "zod";
import { MODEL_NAME_PATTERN } from "#shared/domain/model-name.ts";

/** Maximum plausible number of tokens in a request. */
const MAX_TOKENS = 10_000_000;

/** A token count from a vendor; invalid values become null. */
export const TokenCount = z.int().min(0).max(MAX_TOKENS).nullish().catch(null);

/**
 * The model that a reply names. Null if the server names none, or names the path of the file that
 * it has loaded.
 */
export const ReportedModel = z.string().regex(MODEL_NAME_PATTERN).nullish().catch(null);

/**
 * A message's content: a string, or an array of parts. Only parts with text count; parts with
 * reasoning have none.
 */
export const MessageContent = z
  .union([
    z.string(),
    z.array(z.object({ type: z.string().optional(), text: z.string().optional() }).catch({})),
  ])
  .nullish()
  .catch(null);

export const extractText = (content: z.infer<typeof MessageContent> | undefined): string => {
  if (typeof content === "string") return content;
  const spoken = (content ?? []).filter(({ type = "text" }) => /text/.test(type));
  return spoken.map(({ text = "" }) => text).join("");
};
