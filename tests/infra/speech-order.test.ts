import { readEnv } from "#infra/env.ts";
import { ROLES, type Role } from "#shared/domain/debates/side.ts";
import {
  buildAnnouncementSpec,
  sha256,
  buildRecordingSpec,
  type SpeakableTurn,
} from "#infra/audio/recording-spec.ts";

const voice = (variables: Record<string, string> = {}) => {
  const access = readEnv({ TTS_API_KEY: "k", ...variables }).voice;
  if (!access) throw new Error("there is no voice");
  return access;
};
const TURN: SpeakableTurn = {
  turnId: 31,
  role: "bot_b",
  content: "**We** must act.",
  botAProvider: "openai",
  botBProvider: "claude",
  mystery: false,
  language: "en",
};

describe("the specification of a recording", () => {
  it.each([
    [{}, { provider: "claude", isSecondary: false, voice: "sage" }],
    [{ role: "bot_a" }, { provider: "openai", isSecondary: false, voice: "alloy" }],
    [{ botAProvider: "claude" }, { provider: "claude", isSecondary: true, voice: "fable" }],
    [
      { role: "bot_a", botAProvider: "claude" },
      { provider: "claude", isSecondary: false, voice: "sage" },
    ],
  ] as const)("has the speaker's voice: %j", (turn, speech) => {
    expect(buildRecordingSpec({ ...TURN, ...turn }, voice())).toMatchObject({
      turnId: 31,
      ...speech,
    });
  });

  it("has the voice of the speaker's side in a language with voices of its own", () => {
    const own = voice({ TTS_LANGUAGES: "en, fr=siwis/gilles, de=anna" });
    const findVoice = (language: string, role: Role) =>
      buildRecordingSpec({ ...TURN, role, language }, own).voice;
    expect(ROLES.map((role) => findVoice("fr-CA", role))).toEqual(["siwis", "gilles"]);
    expect(ROLES.map((role) => findVoice("de", role))).toEqual(["anna", "anna"]);
    expect(ROLES.map((role) => findVoice("en", role))).toEqual(["alloy", "sage"]);
  });

  it("has the same hash for texts that sound the same", () => {
    const { contentHash } = buildRecordingSpec(TURN, voice());
    expect(contentHash).toBe(sha256('[31,"claude","sage","gpt-4o-mini-tts","We must act."]'));
    expect(buildRecordingSpec({ ...TURN, content: "We _must_ act." }, voice()).contentHash).toBe(
      contentHash,
    );
  });

  it.each([
    ["turn", buildRecordingSpec({ ...TURN, turnId: 32 }, voice())],
    ["speaker", buildRecordingSpec({ ...TURN, botBProvider: "grok" }, voice())],
    ["voice", buildRecordingSpec(TURN, voice({ TTS_VOICES_CLAUDE: "nova" }))],
    ["model", buildRecordingSpec(TURN, voice({ TTS_MODEL: "kokoro" }))],
    ["text", buildRecordingSpec({ ...TURN, content: "We must wait." }, voice())],
  ])("has another hash for another %s", (_what, other) => {
    expect(other.contentHash).not.toBe(buildRecordingSpec(TURN, voice()).contentHash);
  });

  it("has the first voice of the first provider for an announcement", () => {
    const order = buildAnnouncementSpec("pause", voice());
    const said = "The debate pauses here. It continues with the next turn.";
    expect(order).toEqual({
      provider: "openai",
      voice: "alloy",
      contentHash: sha256(JSON.stringify(["pause", "alloy", "gpt-4o-mini-tts", said])),
    });
  });

  it("has a hash that does not depend on how the text is split", () => {
    expect(sha256("We must ", Buffer.from("act."))).toBe(sha256("We must act."));
    expect(sha256("We must act.")).toMatch(/^[0-9a-f]{64}$/);
  });
});
