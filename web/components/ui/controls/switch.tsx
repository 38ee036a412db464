import type { ComponentProps } from "react";
import { styled } from "#web/components/theme/styled.tsx";

const Frame = styled("label", {
  base: {
    display: "flex",
    alignItems: "flex-start",
    gap: "3",
    minH: "touch",
    fontSize: "14",
    "&:has(:disabled)": { color: "muted", cursor: "not-allowed" },
  },
});

const Toggle = styled("input", {
  base: {
    appearance: "none",
    flexShrink: 0,
    position: "relative",
    w: "2.75rem",
    h: "1.5rem",
    bg: "edge",
    borderRadius: "pill",
    cursor: "inherit",
    transition: "background-color 120ms",
    _before: {
      content: "''",
      position: "absolute",
      top: "3px",
      left: "3px",
      boxSize: "calc(1.5rem - 6px)",
      borderRadius: "pill",
      bg: "canvas",
      transition: "transform 160ms ease-out",
    },
    _disabled: { opacity: 0.5 },
    "&:checked": { bg: "ink", _before: { transform: "translateX(1.25rem)" } },
  },
});

const Label = styled("strong", { base: { fontWeight: 600 } });
const Detail = styled("span", { base: { display: "block", fontSize: "13", color: "muted" } });

interface SwitchProps extends Omit<ComponentProps<typeof Toggle>, "children"> {
  label: string;
  detail?: string;
}

export const Switch = ({ label, detail, ...toggle }: SwitchProps) => (
  <Frame>
    <Toggle type="checkbox" {...toggle} />
    <span>
      <Label>{label}</Label>
      {detail !== undefined && <Detail>{detail}</Detail>}
    </span>
  </Frame>
);
