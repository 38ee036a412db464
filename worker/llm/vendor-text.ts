import { z } from "zod";

/** A message's content: a string, or parts. Only parts with text count; reasoning has none. */
export const VendorText = z
  .union([
    z.string(),
    z.array(z.object({ type: z.string().optional(), text: z.string().optional() }).catch({})),
  ])
  .nullish()
  .catch(null);

export const textOf = (content: z.infer<typeof VendorText> | undefined): string => {
  if (typeof content === "string") return content;
  const spoken = (content ?? []).filter(({ type = "text" }) => /text/.test(type));
  return spoken.map(({ text = "" }) => text).join("");
};
