/** The model families a bot can speak through, in the house order. */
export const PROVIDERS = ["openai", "grok", "claude"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** How providers are spoken to. */
export type Wire = "openai" | "anthropic";

interface ProviderFacts {
  /** What people read, unless the operator says otherwise. */
  label: string;
  /** Of the provider itself, and of nothing else. */
  color: `#${string}`;
  wire: Wire;
  /** What OpenTelemetry calls the vendor. */
  vendor: string;
  model: string;
  /** Where the vendor is found; null where the wire's own client knows. */
  baseUrl: string | null;
  /** Its voice, and the one it has against itself. */
  voices: readonly [first: string, second: string];
  /** The environment's names for what an operator sets. */
  variables: Record<"key" | "baseUrl" | "model" | "label" | "voices", string>;
}

/** All that sets providers apart: whatever else there is of one follows from this. */
export const PROVIDER_FACTS = {
  openai: {
    label: "ChatGPT",
    color: "#00A67E",
    wire: "openai",
    vendor: "openai",
    model: "gpt-5.4",
    baseUrl: null,
    voices: ["alloy", "echo"],
    variables: {
      key: "OPENAI_API_KEY",
      baseUrl: "OPENAI_BASE_URL",
      model: "OPENAI_MODEL",
      label: "OPENAI_LABEL",
      voices: "TTS_VOICES_OPENAI",
    },
  },
  grok: {
    label: "Grok",
    color: "#9333EA",
    wire: "openai",
    vendor: "x_ai",
    model: "grok-4.3",
    baseUrl: "https://api.x.ai/v1",
    voices: ["onyx", "coral"],
    variables: {
      key: "XAI_API_KEY",
      baseUrl: "XAI_BASE_URL",
      model: "GROK_MODEL",
      label: "GROK_LABEL",
      voices: "TTS_VOICES_GROK",
    },
  },
  claude: {
    label: "Claude",
    color: "#FF5F1F",
    wire: "anthropic",
    vendor: "anthropic",
    model: "claude-sonnet-5-5",
    baseUrl: null,
    voices: ["sage", "fable"],
    variables: {
      key: "ANTHROPIC_API_KEY",
      baseUrl: "ANTHROPIC_BASE_URL",
      model: "CLAUDE_MODEL",
      label: "CLAUDE_LABEL",
      voices: "TTS_VOICES_CLAUDE",
    },
  },
} as const satisfies Record<Provider, ProviderFacts>;

/** Something for each provider. */
export const forEachProvider = <T>(make: (provider: Provider) => T): Record<Provider, T> =>
  Object.fromEntries(PROVIDERS.map((id) => [id, make(id)])) as Record<Provider, T>;

/**
 * The impartial judge: the first provider, in the house order, that speaks for neither side and is
 * available; then claude; then any; null when none is available.
 */
export const judgeFor = (
  botA: Provider,
  botB: Provider,
  available: readonly Provider[] = PROVIDERS,
): Provider | null => {
  const neutral = PROVIDERS.filter((p) => p !== botA && p !== botB);
  const preferred = [...neutral, "claude" as const, ...PROVIDERS];
  return preferred.find((p) => available.includes(p)) ?? null;
};
