import { Copy } from "lucide-react";
import { forEachProvider, PROVIDER_FACTS, type Provider } from "#shared/domain/provider.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Muted } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { panel } from "#web/components/theme/surfaces.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { copyText } from "#web/lib/copy-text.ts";

const Frame = styled("article", {
  base: {
    ...panel,
    display: "grid",
    gridTemplateRows: "auto 1fr",
    overflow: "hidden",
  },
});

const Swatch = styled("div", {
  base: { h: "7rem" },
  variants: {
    provider: forEachProvider((provider) => ({ bg: provider })),
  },
});

const About = styled("div", {
  base: { display: "grid", gridTemplateRows: "1fr", gap: "3", p: "5" },
});
const Title = styled("h3", { base: { fontSize: "20" } });
const Value = styled("code", { base: { fontSize: "14" } });

/** A provider's colour, with buttons to copy its hex code and its token name. */
export const ColorCard = ({ provider }: { provider: Provider }) => {
  const label = useProviderLabel()(provider);
  const hex = PROVIDER_FACTS[provider].color;
  const token = `colors.${provider}`;
  return (
    <Frame>
      <Swatch provider={provider} />
      <About>
        <div>
          <Title>{label}</Title>
          <Muted css={{ mt: "1", fontSize: "14" }}>
            Only for {label}’s own name, or when it judges.
          </Muted>
        </div>
        <CopyButton what={`${label} hex code`} text={hex} />
        <CopyButton what={`${label} token name`} text={token} />
      </About>
    </Frame>
  );
};

const copy = (text: string): Promise<boolean> =>
  copyText(
    text,
    { title: "Copied", description: text },
    `It could not be copied. Here it is: ${text}`,
  );

const CopyButton = ({ what, text }: { what: string; text: string }) => (
  <Button
    aria-label={`Copy ${what}, ${text}`}
    css={{ justifyContent: "space-between" }}
    onClick={() => void copy(text)}
  >
    <Value>{text}</Value>
    <Copy size={16} />
  </Button>
);
