/** Stands in place of a model's name in demo mode, because no model wrote the text. */
export const SIMULATED_MODEL = "simulated";

/** Stands in the rules of judging for the model of a provider that is not configured. */
export const NO_MODEL = "none";

/** Matches model names that everyone may see. A path on the operator's server does not match. */
export const MODEL_NAME_PATTERN = /^[a-z0-9][\w.:@/+-]{0,99}$/i;

/**
 * Returns the label and the model, as in "ChatGPT, gpt-5.4". Returns only the label if the model is
 * unknown.
 */
export const nameSpeaker = (providerLabel: string, model: string | null | undefined): string =>
  model ? `${providerLabel}, ${model}` : providerLabel;

export interface TurnModel {
  turnNumber: number;
  model: string | null;
}

/**
 * Returns the models with their turns, as in "gpt-5.4 (turns 1, 3), grok-4.3 (turns 2, 4)". Empty
 * if no model is known.
 */
export const listModels = (turns: readonly TurnModel[]): string => {
  const numbersByModel = new Map<string, number[]>();
  for (const { turnNumber, model } of turns)
    if (model !== null)
      numbersByModel.set(model, [...(numbersByModel.get(model) ?? []), turnNumber]);
  return [...numbersByModel]
    .map(
      ([model, numbers]) =>
        `${model} (${numbers.length > 1 ? "turns" : "turn"} ${numbers.join(", ")})`,
    )
    .join(", ");
};
