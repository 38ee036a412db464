import { z } from "zod";

const MAX_ERROR_CHARACTERS = 20_000;

/** Error formats of servers, with or without the vendors' `error` wrapper. */
const ErrorResponse = z.looseObject({
  error: z.union([z.string(), z.looseObject({})]).optional(),
  code: z.unknown().optional(),
  type: z.unknown().optional(),
});

const readBeginning = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_ERROR_CHARACTERS) break;
  }
  return text.slice(0, MAX_ERROR_CHARACTERS);
};

const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // for example a proxy's HTML page
  }
};

/** Wraps the error in the format in which the SDKs look for its message and code. */
const normalizeErrorBody = (text: string): string => {
  const body = tryParseJson(text);
  // Gemini's compatible API sends a list with one error.
  const { success, data } = ErrorResponse.safeParse(Array.isArray(body) ? body[0] : body);
  if (!success) return text;
  if (typeof data.error === "object") return JSON.stringify(data);
  const { error, code, type } = data;
  return JSON.stringify({ error: { message: error ?? text, code, type } });
};

/** Wraps `fetch` so that the SDKs can read the error responses of any compatible server. */
export const withNormalizedErrors =
  (ask: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await ask(input, init);
    if (response.ok) return response;
    return new Response(normalizeErrorBody(await readBeginning(response)), response);
  };
