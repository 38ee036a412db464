import { createHash } from "node:crypto";
import { NOTICES, type Notice } from "#shared/domain/notices.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { hasSecondVoice, providerOf, type Role } from "#shared/domain/side.ts";
import { plainText } from "#shared/domain/spoken-text.ts";
import type { VoiceAccess } from "../access.ts";

export const sha256 = (...parts: (string | Buffer)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

export interface TurnToSpeak {
  turnId: number;
  role: Role;
  content: string;
  botAProvider: Provider;
  botBProvider: Provider;
}

export const TURN_TO_SPEAK = `
  t.id AS "turnId", t.role, t.content, d.bot_a_provider AS "botAProvider",
  d.bot_b_provider AS "botBProvider"`;

export interface SpeechOrder {
  turnId: number;
  provider: Provider;
  isSecondary: boolean;
  /** Name of the voice at the vendor. */
  voice: string;
  /** Hash of these fields and the text, so that the same speech is never paid twice. */
  contentHash: string;
}

export const speechOrderOf = (turn: TurnToSpeak, { voices, model }: VoiceAccess): SpeechOrder => {
  const { turnId, role, content } = turn;
  const provider = providerOf(role, turn);
  const isSecondary = hasSecondVoice(role, turn);
  const voice = voices[provider][isSecondary ? 1 : 0];
  const contentHash = sha256(JSON.stringify([turnId, provider, voice, model, plainText(content)]));
  return { turnId, provider, isSecondary, voice, contentHash };
};

const ANNOUNCER: Provider = "openai";

export const noticeOrderOf = (
  notice: Notice,
  { voices, model }: VoiceAccess,
): Pick<SpeechOrder, "provider" | "voice" | "contentHash"> => {
  const [voice] = voices[ANNOUNCER];
  const contentHash = sha256(JSON.stringify([notice, voice, model, NOTICES[notice]]));
  return { provider: ANNOUNCER, voice, contentHash };
};
