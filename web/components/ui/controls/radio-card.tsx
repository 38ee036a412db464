import type { ComponentProps, ReactNode } from "react";
import { styled } from "#web/components/theme/styled.tsx";

/** Style of a surface that shows the state of the radio button inside. */
export const radioSurface = {
  position: "relative",
  bg: "canvas",
  borderWidth: "1px",
  borderColor: "line",
  transition: "border-color 120ms, background-color 120ms",
  _hover: { borderColor: "edge" },
  "&:has(:checked)": {
    borderColor: "ink",
    bg: "raised",
    boxShadow: "inset 0 0 0 1px {colors.ink}",
  },
  "&:has(:focus-visible)": { outline: "2px solid", outlineColor: "focus", outlineOffset: "2px" },
  "&:has(:disabled)": { color: "muted", cursor: "not-allowed", borderStyle: "dashed" },
} as const;

const Frame = styled("label", {
  base: {
    ...radioSurface,
    display: "flex",
    flexDirection: "column",
    gap: "0.5",
    minH: "touch",
    px: "3.5",
    py: "2.5",
    borderRadius: "control",
    fontSize: "14",
  },
  variants: {
    isBare: { true: { justifyContent: "center", px: "2", textAlign: "center" }, false: {} },
  },
});

/** An invisible radio button that covers its surface. */
export const OverlayRadio = styled("input", {
  base: {
    position: "absolute",
    inset: 0,
    w: "100%",
    h: "100%",
    opacity: 0,
    cursor: "inherit",
    /* Without `:has`, the surface cannot show the state, so the radio button does. */
    "@supports not selector(:has(a))": {
      appearance: "none",
      opacity: 1,
      borderRadius: "inherit",
      "&:checked": { boxShadow: "inset 0 0 0 2px {colors.ink}" },
    },
  },
});

const Label = styled("span", { base: { fontWeight: 600 } });
const Detail = styled("span", {
  base: { fontSize: "13", color: "muted", lineHeight: 1.4 },
  variants: { isBriefOnPhones: { true: { srOnly: { base: true, md: false } }, false: {} } },
});

interface RadioCardProps extends Omit<ComponentProps<typeof OverlayRadio>, "children"> {
  label: ReactNode;
  detail?: ReactNode;
  /** Whether the detail is only for screen readers on phones. */
  isBriefOnPhones?: boolean;
}

export const RadioCard = ({ label, detail, isBriefOnPhones = false, ...radio }: RadioCardProps) => (
  <Frame isBare={!detail}>
    <OverlayRadio type="radio" {...radio} />
    <Label>{label}</Label>
    {detail && <Detail isBriefOnPhones={isBriefOnPhones}>{detail}</Detail>}
  </Frame>
);

export const RadioGroup = styled("fieldset", { base: { display: "grid", gap: "2", minW: 0 } });
export const RadioGroupLegend = styled("legend", {
  base: { fontSize: "14", fontWeight: 600, mb: "2" },
});
