import { z } from "zod";

const MAX_INPUT_LENGTH = 4096;

/** OpenAI's speech request, restricted to the two formats that the fake can encode. */
export const TtsRequest = z.looseObject({
  model: z.string().min(1),
  input: z.string().min(1).max(MAX_INPUT_LENGTH),
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
export const parseTtsRequest = (body: unknown): Utterance => {
  const { input, voice, speed, response_format: format } = TtsRequest.parse(body);
  return { text: input, voice, pace: speed, format };
};
