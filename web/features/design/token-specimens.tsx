import type { ReactNode } from "react";
import { Row } from "#web/components/ui/content/typography.tsx";
import { semanticTokens, tokens } from "#web/components/theme/tokens.ts";
import { styled } from "#web/components/theme/styled.tsx";

const Swatch = styled("figure", { base: { display: "grid", gap: "1", fontSize: "13" } });
const Color = styled("div", {
  base: {
    w: "6.5rem",
    h: "4rem",
    borderRadius: "control",
    borderWidth: "1px",
    borderColor: "line",
  },
});
const Line = styled("p", { base: { lineHeight: 1.3 } });

const renderColors = (names: readonly string[]): ReactNode => (
  <Row>
    {names.map((name) => (
      <Swatch key={name}>
        <Color css={{ bg: name }} />
        <figcaption>{name}</figcaption>
      </Swatch>
    ))}
  </Row>
);

const sizes = Object.keys(tokens.fontSizes);

export const TOKEN_SPECIMENS: Record<string, ReactNode> = {
  "Colours with a value in either theme": renderColors(Object.keys(semanticTokens.colors)),
  "Colours of the providers": renderColors(Object.keys(tokens.colors)),
  "Type scale, heading": sizes.map((size) => (
    <Line key={size} css={{ fontFamily: "display", fontWeight: 650, fontSize: size }}>
      {size} Two AIs argue
    </Line>
  )),
  "Type scale, text": sizes.slice(0, 5).map((size) => (
    <Line key={size} css={{ fontSize: size }}>
      {size} Two AIs argue
    </Line>
  )),
};
