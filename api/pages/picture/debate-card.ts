import { createHash } from "node:crypto";
import type { Env } from "#infra/env.ts";
import type { Debate } from "#shared/contract/debate.ts";
import { FORMAT_LABEL } from "#shared/domain/debate.ts";
import type { Role } from "#shared/domain/side.ts";
import { cutOff } from "#shared/domain/whole-sentences.ts";
import type { SharedMoment } from "../shared-moment.ts";

const QUOTE_MAX = 260;

/** Data of a share picture: the motion and the participants, but not the result. */
export interface DebateCard {
  topic: string;
  for: string;
  against: string;
  format: string;
  judge: string | null;
  product: string;
  /** Words of a clip and their speaker. The role is null if both speak. */
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

/** Increase it whenever the same card is drawn differently. */
const DESIGN = 4;

/** Returns the same ETag for the same picture. */
export const etagOf = (card: DebateCard): string =>
  `"${createHash("sha256")
    .update(JSON.stringify([DESIGN, card]))
    .digest("base64url")
    .slice(0, 22)}"`;
