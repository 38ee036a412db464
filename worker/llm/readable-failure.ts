import { z } from "zod";

/** More of an error's answer than this says nothing more. */
const LONGEST = 20_000;

/** How servers say what went wrong: as the vendors do, or without their wrapping. */
const Failure = z.looseObject({
  error: z.union([z.string(), z.looseObject({})]).optional(),
  code: z.unknown().optional(),
  type: z.unknown().optional(),
});

/** The text of an answer, as far as anybody reads it. */
const beginningOf = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > LONGEST) break;
  }
  return text.slice(0, LONGEST);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a proxy's page, for one
  }
};

/** The same failure, in the shape in which the SDKs find its words and its code. */
const reshaped = (text: string): string => {
  const { success, data } = Failure.safeParse(parsed(text));
  if (!success || typeof data.error === "object") return text;
  const { error, code, type } = data;
  return JSON.stringify({ error: { message: error ?? text, code, type } });
};

/** `fetch` whose failures can be read by the SDKs, whoever the server is. */
export const withReadableFailures =
  (ask: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await ask(input, init);
    if (response.ok) return response;
    return new Response(reshaped(await beginningOf(response)), response);
  };
