import { z } from "zod";

const LONGEST_INPUT = 4096;

/** OpenAI's speech request, with the two formats that the fake can encode. */
export const SpeechRequest = z.looseObject({
  model: z.string().min(1),
  input: z.string().min(1).max(LONGEST_INPUT),
  voice: z.string().min(1),
  response_format: z.enum(["mp3", "wav"]).default("mp3"),
  speed: z.number().min(0.25).max(4).default(1),
});

export interface Utterance {
  text: string;
  voice: string;
  pace: number;
  format: "mp3" | "wav";
}

/** Parses a speech request. Throws a `ZodError` if OpenAI would refuse it. */
export const readSpeechRequest = (body: unknown): Utterance => {
  const { input, voice, speed, response_format: format } = SpeechRequest.parse(body);
  return { text: input, voice, pace: speed, format };
};
