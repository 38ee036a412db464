import { createHash } from "node:crypto";
import { type AnnouncementKey, readAnnouncementKey } from "#shared/domain/audio/announcements.ts";
import { getBaseLanguage, type LanguageTag } from "#shared/domain/debates/language/language.ts";
import { PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import { isProvider, type Speaker } from "#shared/domain/speaker.ts";
import {
  hasSecondVoice,
  getProviderOfRole,
  type Role,
  ROLES,
} from "#shared/domain/debates/side.ts";
import { toPlainText } from "#shared/domain/text/plain-text.ts";
import { languageSql } from "../presenters/debate-progress-presenter.ts";
import type { VoiceConfig } from "../service-config.ts";

export const sha256 = (...parts: (string | Buffer)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

interface Debaters {
  botAProvider: Speaker;
  botBProvider: Speaker;
  /** Whether the debate is blind. It keeps its neutral voices when its speakers are revealed. */
  mystery: boolean;
  language: LanguageTag;
}

export interface SpeakableTurn extends Debaters {
  turnId: number;
  role: Role;
  content: string;
}

export const SPEAKABLE_TURN_COLUMNS_SQL = `
  t.id AS "turnId", t.role, t.content, d.bot_a_provider AS "botAProvider",
  d.bot_b_provider AS "botBProvider", d.mystery, ${languageSql("d")} AS language`;

export interface RecordingSpec {
  turnId: number;
  provider: Speaker;
  isSecondary: boolean;
  /** Name of the voice at the vendor. */
  voice: string;
  /**
   * Hash of these fields and the text. A recording with the same hash is reused, so that the same
   * speech is never paid for twice.
   */
  contentHash: string;
}

type Voices = Pick<VoiceConfig, "voices" | "blindVoices" | "languages">;

const getVoiceOwner = (role: Role, debaters: Debaters): Speaker => {
  if (!debaters.mystery) return getProviderOfRole(role, debaters);
  return role === "bot_a" ? "blue" : "red";
};

const selectVoice = (
  role: Role,
  debaters: Debaters,
  { voices, blindVoices, languages }: Voices,
): string => {
  const side = role === "bot_a" ? 0 : 1;
  const ofSides = languages.get(getBaseLanguage(debaters.language));
  if (ofSides) return ofSides[side];
  const provider = getProviderOfRole(role, debaters);
  if (debaters.mystery || !isProvider(provider)) return blindVoices[side];
  return voices[provider][hasSecondVoice(role, debaters) ? 1 : 0];
};

export const buildRecordingSpec = (turn: SpeakableTurn, access: VoiceConfig): RecordingSpec => {
  const { turnId, role, content } = turn;
  const provider = getVoiceOwner(role, turn);
  const isSecondary = hasSecondVoice(role, turn);
  const voice = selectVoice(role, turn, access);
  const contentHash = sha256(
    JSON.stringify([turnId, provider, voice, access.model, toPlainText(content)]),
  );
  return { turnId, provider, isSecondary, voice, contentHash };
};

const ANNOUNCEMENT_PROVIDER: Provider = "openai";

export const buildAnnouncementSpec = (
  key: AnnouncementKey,
  { voices, languages, model }: VoiceConfig,
): Pick<RecordingSpec, "provider" | "voice" | "contentHash"> => {
  const { text, language } = readAnnouncementKey(key);
  const [voice] = languages.get(language) ?? voices[ANNOUNCEMENT_PROVIDER];
  const contentHash = sha256(JSON.stringify([key, voice, model, text]));
  return { provider: ANNOUNCEMENT_PROVIDER, voice, contentHash };
};

export interface SpeakableRuling extends Debaters {
  turnId: number;
  ruling: string;
  judge: Speaker;
}

/**
 * Selects the voice of the judge: the judging provider's first voice that no debater has. If it has
 * none, a voice of another provider that no debater has. Undefined if no such voice speaks the
 * debate's language.
 */
const selectJudgeVoice = (
  { judge, ...debaters }: Pick<SpeakableRuling, "judge" | keyof Debaters>,
  access: Voices,
): string | undefined => {
  // Null means that all voices speak the language. Otherwise only the debaters' two voices do, or
  // no voice at all, so none is left for the judge.
  if (access.languages.get(getBaseLanguage(debaters.language)) !== null) return undefined;
  const taken = new Set(ROLES.map((role) => selectVoice(role, debaters, access)));
  const candidates = [judge, ...PROVIDERS].flatMap((speaker) =>
    isProvider(speaker) ? access.voices[speaker] : [],
  );
  return candidates.find((voice) => !taken.has(voice));
};

/** Null if the judge has no voice, because the debaters use all voices that speak the language. */
export const buildRulingSpec = (
  { turnId, ruling, ...debate }: SpeakableRuling,
  access: VoiceConfig,
): Pick<RecordingSpec, "provider" | "voice" | "contentHash"> | null => {
  const voice = selectJudgeVoice(debate, access);
  if (voice === undefined) return null;
  const contentHash = sha256(
    JSON.stringify(["ruling", turnId, voice, access.model, toPlainText(ruling)]),
  );
  return { provider: debate.judge, voice, contentHash };
};
