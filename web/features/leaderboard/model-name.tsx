import type { Provider } from "#shared/domain/provider.ts";
import { isDemoModel } from "#shared/domain/leaderboard/finished-debate.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";

export const Label = styled("strong", { base: { display: "block", fontWeight: 650 } });
const Detail = styled("span", {
  base: { display: "block", fontSize: "13", color: "muted", overflowWrap: "anywhere" },
});

interface ModelNameProps {
  provider: Provider;
  model: string | null;
}

export const ModelName = ({ provider, model }: ModelNameProps) => {
  const getLabel = useProviderLabel();
  return (
    <>
      <Label>{getLabel(provider)}</Label>
      <Detail>{isDemoModel(model) ? "demo model" : (model ?? "model unknown")}</Detail>
    </>
  );
};

/** Returns a function for a model's name inside a sentence, as in "ChatGPT (gpt-5.4)". */
export const useModelNames = (): ((model: ModelNameProps) => string) => {
  const getLabel = useProviderLabel();
  return ({ provider, model }) =>
    isDemoModel(model) || model === null ? getLabel(provider) : `${getLabel(provider)} (${model})`;
};
