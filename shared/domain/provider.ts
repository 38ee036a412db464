/** The model families a bot can speak through, in the house order. */
export const PROVIDERS = ["openai", "grok", "claude"] as const;
export type Provider = (typeof PROVIDERS)[number];

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
