import { z } from "zod";

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
