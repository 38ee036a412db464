import { ScreenReaderText } from "../content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Ring = styled("span", {
  base: {
    display: "inline-block",
    borderRadius: "pill",
    borderColor: "line",
    borderTopColor: "for",
    borderBottomColor: "against",
    animation: "spin 900ms linear infinite",
  },
  variants: {
    size: {
      sm: { boxSize: "1rem", borderWidth: "2px" },
      md: { boxSize: "2rem", borderWidth: "3px" },
      lg: { boxSize: "3.5rem", borderWidth: "4px" },
    },
  },
});

const Waiting = styled("div", {
  base: { display: "grid", justifyItems: "center", gap: "4", color: "muted" },
});

const Screen = styled("div", {
  base: { display: "grid", alignContent: "center", minH: "60dvh" },
});

interface SpinnerProps {
  size?: "sm" | "md" | "lg";
  /** What is loading. */
  label?: string;
}

/** Loading indicator. If the content's shape is known, prefer a skeleton. */
export const Spinner = ({ size = "md", label }: SpinnerProps) => (
  <Waiting role="status">
    <Ring size={size} aria-hidden="true" />
    {label ? <p>{label}</p> : <ScreenReaderText>Loading</ScreenReaderText>}
  </Waiting>
);

export const FullScreenSpinner = ({ label }: Pick<SpinnerProps, "label">) => (
  <Screen>
    <Spinner size="lg" {...(label === undefined ? {} : { label })} />
  </Screen>
);
