import { z } from "zod";

const LONGEST = 20_000;

/** Error formats of servers, with or without the vendors' `error` wrapper. */
const Failure = z.looseObject({
  error: z.union([z.string(), z.looseObject({})]).optional(),
  code: z.unknown().optional(),
  type: z.unknown().optional(),
});

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
    return undefined; // for example a proxy's HTML page
  }
};

/** Wraps the error in the format in which the SDKs look for message and code. */
const reshaped = (text: string): string => {
  const { success, data } = Failure.safeParse(parsed(text));
  if (!success || typeof data.error === "object") return text;
  const { error, code, type } = data;
  return JSON.stringify({ error: { message: error ?? text, code, type } });
};

/** Wraps `fetch` so that the SDKs can read the error responses of any compatible server. */
export const withReadableFailures =
  (ask: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await ask(input, init);
    if (response.ok) return response;
    return new Response(reshaped(await beginningOf(response)), response);
  };
