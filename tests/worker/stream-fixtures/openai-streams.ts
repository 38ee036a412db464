import { data, pythonData, type StreamFixture } from "./stream-fixture.ts";

interface OpenAiStream {
  server: string;
  provider?: StreamFixture["provider"];
  event?: (value: unknown) => string;
  /** Fields of every chunk. */
  frame: object;
  /** Fields of every choice. */
  choice?: object;
  /** What the server sends before the first delta: events or comments. */
  opening?: readonly (string | object)[];
  /** Returns the delta for a piece of text. */
  delta?: (content: string, n: number) => object;
  /** The delta in the chunk with the finish reason. */
  lastDelta?: object | null;
  /** Further fields of the chunk with the finish reason. */
  lastFrame?: object;
  /** What the server sends between the finish reason and the end. */
  closing?: readonly (string | object)[];
  usage?: StreamFixture["usage"];
}

const DONE = "data: [DONE]\n\n";
const CHUNK = "chat.completion.chunk";

const toFixture = ({
  server,
  provider = "openai",
  event = data,
  frame,
  choice = {},
  opening = [],
  delta = (content) => ({ content }),
  lastDelta = {},
  lastFrame = {},
  closing = [],
  usage = { input: 21, output: 9 },
}: OpenAiStream): StreamFixture => {
  const toEvent = (part: string | object) =>
    typeof part === "string" ? part : event({ ...frame, ...part });
  const toChoice = (part: object, finish_reason: string | null) => ({
    choices: [{ index: 0, delta: part, ...choice, finish_reason }],
  });
  return {
    server,
    provider,
    usage,
    write: (deltas, ending) => {
      const reason = ending === "cut" ? "length" : "stop";
      const last = lastDelta === null ? [] : [{ ...toChoice(lastDelta, reason), ...lastFrame }];
      const texts = deltas.map((text, n) => {
        const isLast = lastDelta === null && n === deltas.length - 1;
        return { ...toChoice(delta(text, n), isLast ? reason : null), ...(isLast && lastFrame) };
      });
      return [...opening, ...texts, ...last, ...closing].map(toEvent).join("") + DONE;
    },
  };
};

const usage = (more: object = {}) => ({
  usage: { prompt_tokens: 21, completion_tokens: 9, total_tokens: 30, ...more },
});
const opens = (delta: object) => ({ choices: [{ index: 0, delta, finish_reason: null }] });
const ROLE = { role: "assistant" };

/** Servers that stream in OpenAI's protocol. */
export const OPENAI_STREAMS: readonly StreamFixture[] = [
  {
    server: "OpenAI",
    frame: { id: "chatcmpl-A", object: CHUNK, service_tier: "default", usage: null },
    choice: { logprobs: null },
    opening: [opens({ ...ROLE, content: "", refusal: null })],
    closing: [{ choices: [], ...usage({ completion_tokens_details: { reasoning_tokens: 0 } }) }],
  },
  {
    server: "xAI",
    provider: "grok" as const,
    // Every chunk has token counts, but only those of the last chunk are right.
    frame: {
      id: "b1",
      object: CHUNK,
      system_fingerprint: "fp_6",
      ...usage({ completion_tokens: 1 }),
    },
    opening: [opens({ ...ROLE, reasoning_content: "First, " })],
    delta: (content: string) => ({ content, role: "assistant" }),
    lastDelta: { content: "" },
    lastFrame: usage({ num_sources_used: 0, cost_in_usd_ticks: 158_500 }),
  },
  {
    server: "Azure OpenAI",
    frame: { id: "chatcmpl-B", object: CHUNK, system_fingerprint: "fp_a" },
    choice: { content_filter_results: { hate: { filtered: false, severity: "safe" } } },
    // The first chunk has the result of the prompt's content filter, without a choice and without
    // an id.
    opening: [
      {
        choices: [],
        id: "",
        object: "",
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
      },
      opens({ ...ROLE, content: "", refusal: null }),
    ],
    closing: [{ choices: [], ...usage() }],
  },
  {
    server: "OpenRouter",
    frame: { id: "gen-1", provider: "DeepInfra", object: CHUNK },
    opening: [
      ": OPENROUTER PROCESSING\n\n",
      ": OPENROUTER PROCESSING\n\n",
      opens({
        ...ROLE,
        content: "",
        reasoning: "First, ",
        reasoning_details: [{ type: "reasoning.text", text: "First, " }],
      }),
    ],
    choice: { native_finish_reason: null },
    delta: (content: string) => ({ ...ROLE, content, reasoning: null }),
    lastDelta: { ...ROLE, content: "" },
    closing: [
      ": OPENROUTER PROCESSING\n\n",
      { choices: [{ index: 0, delta: { ...ROLE, content: "" } }], ...usage({ cost: 0.000_02 }) },
    ],
  },
  {
    server: "vLLM",
    frame: { id: "chatcmpl-C", object: CHUNK, model: "Qwen/Qwen3" },
    opening: [opens({ ...ROLE, content: "", reasoning_content: null })],
    delta: (content: string) => ({ content, reasoning_content: null }),
    choice: { logprobs: null, stop_reason: null, token_ids: null },
    lastDelta: { content: "" },
    closing: [{ choices: [], ...usage({ prompt_tokens_details: null }) }],
  },
  {
    server: "llama.cpp",
    frame: { created: 1, id: "chatcmpl-D", model: "q", system_fingerprint: "b6-1", object: CHUNK },
    opening: [opens({ ...ROLE, content: null }), opens({ reasoning_content: "First, " })],
    closing: [{ choices: [], ...usage(), timings: { predicted_per_second: 61.5 } }],
  },
  {
    server: "Ollama",
    frame: { id: "chatcmpl-7", object: CHUNK, model: "gpt-oss", system_fingerprint: "fp_ollama" },
    opening: [opens({ ...ROLE, content: "", reasoning: "First, " })],
    delta: (content: string) => ({ ...ROLE, content }),
    lastDelta: { ...ROLE, content: "" },
    closing: [{ choices: [], ...usage() }],
  },
  {
    server: "LM Studio",
    frame: { id: "chatcmpl-u", object: CHUNK, model: "gemma", system_fingerprint: "gemma" },
    choice: { logprobs: null },
    delta: (content: string) => ({ ...ROLE, content }),
    usage: null,
  },
  {
    server: "LiteLLM",
    event: pythonData,
    frame: { id: "chatcmpl-E", object: CHUNK, citations: null, provider_specific_fields: null },
    delta: (content: string, n: number) => ({ content, ...(n === 0 && ROLE) }),
    closing: [{ choices: [{ index: 0, delta: {} }], ...usage() }],
  },
  {
    server: "Mistral",
    // Each event has padding of a random length (`p`).
    frame: { id: "7f", object: CHUNK, model: "magistral", p: "abcdefghij" },
    opening: [
      opens({ ...ROLE, content: "" }),
      opens({ content: [{ type: "thinking", thinking: [{ type: "text", text: "First, " }] }] }),
    ],
    delta: (text: string, n: number) => ({
      content: n === 0 ? [{ type: "text", text }] : text,
    }),
    lastDelta: { content: "" },
    lastFrame: usage(),
  },
  {
    server: "DeepSeek",
    frame: { id: "9b", object: CHUNK, model: "deepseek-reasoner", system_fingerprint: "fp_d" },
    opening: [
      ": keep-alive\n\n",
      opens({ ...ROLE, content: null, reasoning_content: "" }),
      opens({ content: null, reasoning_content: "First, " }),
      ": keep-alive\n\n",
    ],
    delta: (content: string) => ({ content, reasoning_content: null }),
    choice: { logprobs: null },
    lastDelta: { content: "", reasoning_content: null },
    lastFrame: usage({ prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 21 }),
  },
  {
    server: "Gemini",
    frame: { id: "xyz", object: CHUNK, model: "gemini-3", ...usage() },
    delta: (content: string) => ({
      content,
      extra_content: { google: { thought_signature: "Eg4K" } },
      role: "assistant",
    }),
    lastDelta: null,
  },
  {
    server: "Groq",
    frame: { id: "chatcmpl-F", object: CHUNK, model: "llama", system_fingerprint: "fp_g" },
    opening: [{ ...opens({ ...ROLE, content: "" }), x_groq: { id: "req_1" } }],
    choice: { logprobs: null },
    lastFrame: { x_groq: { id: "req_1", ...usage({ queue_time: 0.1 }) } },
    closing: [{ choices: [], ...usage({ queue_time: 0.1 }), x_groq: { id: "req_1" } }],
  },
  {
    server: "Together",
    frame: { id: "o9", object: CHUNK, model: "meta-llama", usage: null, warnings: [] },
    delta: (content: string) => ({ ...ROLE, token_id: 1264, content, tool_calls: null }),
    choice: { text: "", logprobs: null, seed: null },
    lastDelta: { ...ROLE, token_id: 2, content: "" },
    lastFrame: usage(),
  },
].map(toFixture);
