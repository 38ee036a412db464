import { createHash } from "node:crypto";
import { ANNOUNCEMENTS, type Announcement } from "#shared/domain/audio/announcements.ts";
import { getBaseLanguage, type LanguageTag } from "#shared/domain/debates/language.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { hasSecondVoice, getProviderOfRole, type Role } from "#shared/domain/debates/side.ts";
import { toPlainText } from "#shared/domain/text/plain-text.ts";
import { languageSql } from "../presenters/debate-progress-presenter.ts";
import type { VoiceConfig } from "../service-config.ts";

export const sha256 = (...parts: (string | Buffer)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

export interface SpeakableTurn {
  turnId: number;
  role: Role;
  content: string;
  botAProvider: Provider;
  botBProvider: Provider;
  language: LanguageTag;
}

export const SPEAKABLE_TURN_COLUMNS_SQL = `
  t.id AS "turnId", t.role, t.content, d.bot_a_provider AS "botAProvider",
  d.bot_b_provider AS "botBProvider", ${languageSql("d")} AS language`;

export interface RecordingSpec {
  turnId: number;
  provider: Provider;
  isSecondary: boolean;
  /** Name of the voice at the vendor. */
  voice: string;
  /**
   * Hash of these fields and the text. A recording with the same hash is reused, so that the same
   * speech is never paid for twice.
   */
  contentHash: string;
}

export const buildRecordingSpec = (
  turn: SpeakableTurn,
  { voices, languages, model }: VoiceConfig,
): RecordingSpec => {
  const { turnId, role, content, language } = turn;
  const provider = getProviderOfRole(role, turn);
  const isSecondary = hasSecondVoice(role, turn);
  const ofSides = languages.get(getBaseLanguage(language));
  const voice = ofSides ? ofSides[role === "bot_a" ? 0 : 1] : voices[provider][isSecondary ? 1 : 0];
  const contentHash = sha256(
    JSON.stringify([turnId, provider, voice, model, toPlainText(content)]),
  );
  return { turnId, provider, isSecondary, voice, contentHash };
};

const ANNOUNCEMENT_PROVIDER: Provider = "openai";

export const buildAnnouncementSpec = (
  announcement: Announcement,
  { voices, model }: VoiceConfig,
): Pick<RecordingSpec, "provider" | "voice" | "contentHash"> => {
  const [voice] = voices[ANNOUNCEMENT_PROVIDER];
  const contentHash = sha256(
    JSON.stringify([announcement, voice, model, ANNOUNCEMENTS[announcement]]),
  );
  return { provider: ANNOUNCEMENT_PROVIDER, voice, contentHash };
};
