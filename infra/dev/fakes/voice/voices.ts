export interface SpeakerVoice {
  /** Name of a voice in the synthesizer. */
  base: "slt" | "rms" | "awb" | "kal16";
  /** Mean pitch in hertz. If it is missing, the pitch of the base voice is kept. */
  pitch?: number;
  /** Factor on the duration. A value above 1 is slower. */
  stretch: number;
}

/** Voices of the synthesizer by OpenAI's voice names. */
const VOICES: Record<string, SpeakerVoice> = {
  alloy: { base: "slt", stretch: 0.95 },
  echo: { base: "rms", stretch: 0.85 },
  onyx: { base: "kal16", pitch: 78, stretch: 0.95 },
  coral: { base: "slt", pitch: 220, stretch: 1.05 },
  sage: { base: "awb", pitch: 124, stretch: 0.95 },
  fable: { base: "kal16", pitch: 148, stretch: 0.9 },
};

const VOICE_NAMES = Object.keys(VOICES);

/**
 * Returns the voice of this name. For an unknown name, returns one of the known voices, always the
 * same for this name.
 */
export const getVoice = (name: string): SpeakerVoice => {
  const known = VOICES[name];
  if (known) return known;
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return getVoice(VOICE_NAMES[sum % VOICE_NAMES.length] ?? "alloy");
};
