import { Copy } from "lucide-react";
import { mapProviders, PROVIDER_DEFINITIONS, type Provider } from "#shared/domain/provider.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { copyToClipboard } from "#web/lib/browser/copy-to-clipboard.ts";

const Frame = styled("article", {
  base: {
    ...panelSurface,
    display: "grid",
    gridTemplateRows: "auto 1fr",
    overflow: "hidden",
  },
});

const Swatch = styled("div", {
  base: { h: "7rem" },
  variants: {
    provider: mapProviders((provider) => ({ bg: provider })),
  },
});

const CardText = styled("div", {
  base: { display: "grid", gridTemplateRows: "1fr", gap: "3", p: "5" },
});
const Title = styled("h3", { base: { fontSize: "20" } });
const Value = styled("code", { base: { fontSize: "14" } });

/** A provider's colour, with buttons to copy its hex code and its token name. */
export const ColorCard = ({ provider }: { provider: Provider }) => {
  const label = useProviderLabel()(provider);
  const hex = PROVIDER_DEFINITIONS[provider].color;
  const token = `colors.${provider}`;
  return (
    <Frame>
      <Swatch provider={provider} />
      <CardText>
        <div>
          <Title>{label}</Title>
          <Muted css={{ mt: "1", fontSize: "14" }}>
            Only for {label}’s own name, or when it judges.
          </Muted>
        </div>
        <CopyButton what={`${label} hex code`} text={hex} />
        <CopyButton what={`${label} token name`} text={token} />
      </CardText>
    </Frame>
  );
};

const copyValue = (text: string): Promise<boolean> =>
  copyToClipboard(
    text,
    { title: "Copied", description: text },
    `Couldn’t copy it. Here it is: ${text}`,
  );

const CopyButton = ({ what, text }: { what: string; text: string }) => (
  <Button
    aria-label={`Copy ${what}, ${text}`}
    css={{ justifyContent: "space-between" }}
    onClick={() => void copyValue(text)}
  >
    <Value>{text}</Value>
    <Copy size={16} />
  </Button>
);
