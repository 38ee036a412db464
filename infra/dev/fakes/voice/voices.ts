export interface SpeakerVoice {
  /** A built-in voice of the synthesizer. */
  base: "slt" | "rms" | "awb" | "kal16";
  /** Mean pitch in hertz; default: the base voice's. */
  pitch?: number;
  /** Above 1 is slower. */
  stretch: number;
}

/** By OpenAI's voice names. */
const VOICES: Record<string, SpeakerVoice> = {
  alloy: { base: "slt", stretch: 0.95 },
  echo: { base: "rms", stretch: 0.85 },
  onyx: { base: "kal16", pitch: 78, stretch: 0.95 },
  coral: { base: "slt", pitch: 220, stretch: 1.05 },
  sage: { base: "awb", pitch: 124, stretch: 0.95 },
  fable: { base: "kal16", pitch: 148, stretch: 0.9 },
};

const VOICE_NAMES = Object.keys(VOICES);

/** Unknown names are mapped to a fixed known voice. */
export const getVoice = (name: string): SpeakerVoice => {
  const known = VOICES[name];
  if (known) return known;
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return getVoice(VOICE_NAMES[sum % VOICE_NAMES.length] ?? "alloy");
};
