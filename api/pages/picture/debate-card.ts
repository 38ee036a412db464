import { createHash } from "node:crypto";
import type { Env } from "#infra/env.ts";
import type { Debate } from "#shared/contract/debate.ts";
import { FORMAT_LABEL } from "#shared/domain/debate.ts";
import type { Role } from "#shared/domain/side.ts";
import { cutOff } from "#shared/domain/whole-sentences.ts";
import type { SharedMoment } from "../shared-moment.ts";

/** More of a quote than this nobody reads on a picture. */
const QUOTE_MAX = 260;

/** What a debate's picture says: what it is about and who takes part, never how it ends. */
export interface DebateCard {
  topic: string;
  for: string;
  against: string;
  format: string;
  judge: string | null;
  product: string;
  /** Of a moment: its words, and who says them; null where both do. */
  quote?: { words: string; role: Role | null };
}

export const debateCard = (
  { topic, botAProvider, botBProvider, format, judge }: Debate,
  { labels, productName }: Pick<Env, "labels" | "productName">,
  moment: SharedMoment | null = null,
): DebateCard => ({
  topic,
  for: labels[botAProvider],
  against: labels[botBProvider],
  format: FORMAT_LABEL[format],
  judge: judge && labels[judge],
  product: productName,
  ...(moment && { quote: { words: cutOff(moment.words, QUOTE_MAX), role: moment.role } }),
});

/** To be raised whenever the same card is drawn differently. */
const DESIGN = 4;

/** The same for the same picture. */
export const etagOf = (card: DebateCard): string =>
  `"${createHash("sha256")
    .update(JSON.stringify([DESIGN, card]))
    .digest("base64url")
    .slice(0, 22)}"`;
