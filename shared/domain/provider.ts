export const PROVIDERS = ["openai", "grok", "claude"] as const;
export type Provider = (typeof PROVIDERS)[number];

/**
 * Shapes of robot heads: one per provider, and `plain` for the speakers of blind debates. The colour
 * of a robot shows its side.
 */
export const HEAD_SHAPES = ["round", "angular", "dome", "plain"] as const;
export type HeadShape = (typeof HEAD_SHAPES)[number];

export type ProviderProtocol = "openai" | "anthropic";

interface ProviderDefinition {
  /** Default name that users see; operators can change it. */
  label: string;
  /** Color that only this provider has in the interface. */
  color: `#${string}`;
  head: HeadShape;
  protocol: ProviderProtocol;
  vendor: string;
  model: string;
  baseUrl: string | null;
  /** The names of the provider's voice, and of its second voice for debates against itself. */
  voices: readonly [first: string, second: string];
  variables: Record<"key" | "baseUrl" | "model" | "label" | "voices", string>;
}

export const PROVIDER_DEFINITIONS = {
  openai: {
    label: "ChatGPT",
    color: "#00A67E",
    head: "round",
    protocol: "openai",
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
    head: "angular",
    protocol: "openai",
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
    head: "dome",
    protocol: "anthropic",
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
} as const satisfies Record<Provider, ProviderDefinition>;

export const mapProviders = <T>(getValue: (provider: Provider) => T): Record<Provider, T> =>
  Object.fromEntries(PROVIDERS.map((id) => [id, getValue(id)])) as Record<Provider, T>;

/**
 * Selects the judge: the first available provider that speaks for neither side, then claude, then
 * any other. Null if none is available.
 */
export const selectJudge = (
  botA: Provider,
  botB: Provider,
  available: readonly Provider[] = PROVIDERS,
): Provider | null => {
  const neutral = PROVIDERS.filter((p) => p !== botA && p !== botB);
  const preferred = [...neutral, "claude" as const, ...PROVIDERS];
  return preferred.find((p) => available.includes(p)) ?? null;
};
