import { createHash } from "node:crypto";
import type { Env } from "#infra/env.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { FORMAT_LABEL } from "#shared/domain/debates/debate.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import { extractLeadingSentences } from "#shared/domain/text/sentence-excerpts.ts";
import type { SharedClip } from "../sharing/shared-clip.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";

const MAX_QUOTE_LENGTH = 260;

/** Data of a share picture: the topic and the participants, but not the result. */
export interface DebateCard {
  topic: string;
  language: LanguageTag;
  for: string;
  against: string;
  format: string;
  judge: string | null;
  product: string;
  /** The text of a clip and its speaker. The role is null if both sides speak. */
  quote?: { text: string; role: Role | null };
  /** The models that wrote the clip, for the file's metadata. Empty without a clip. */
  models: string;
}

export const buildDebateCard = (
  { topic, language, botAProvider, botBProvider, format, judge }: Debate,
  { labels, productName }: Pick<Env, "labels" | "productName">,
  clip: SharedClip | null = null,
): DebateCard => ({
  topic,
  language,
  for: labels[botAProvider],
  against: labels[botBProvider],
  format: FORMAT_LABEL[format],
  judge: judge && labels[judge],
  product: productName,
  models: clip?.models ?? "",
  ...(clip && {
    quote: { text: extractLeadingSentences(clip.text, MAX_QUOTE_LENGTH), role: clip.role },
  }),
});

/** A part of the ETag. Increase it when the same card is drawn differently. */
const DESIGN_VERSION = 10;

export const computeCardEtag = (card: DebateCard): string =>
  `"${createHash("sha256")
    .update(JSON.stringify([DESIGN_VERSION, card]))
    .digest("base64url")
    .slice(0, 22)}"`;
