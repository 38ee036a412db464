import { chakra } from "@chakra-ui/react";

const Ring = chakra("span", {
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

const Waiting = chakra("div", {
  base: { display: "flex", flexDirection: "column", alignItems: "center", gap: "4", color: "muted" },
  variants: {
    fullScreen: { true: { justifyContent: "center", minH: "70dvh" }, false: {} },
  },
});

interface SpinnerProps {
  size?: "sm" | "md" | "lg";
  /** What is being waited for. */
  label?: string;
}

/** Something is on its way. Where its shape is known, a skeleton says it better. */
export const Spinner = ({ size = "md", label }: SpinnerProps) => (
  <Waiting role="status" fullScreen={false}>
    <Ring size={size} aria-hidden="true" />
    {label ? <p>{label}</p> : <chakra.span srOnly>Loading</chakra.span>}
  </Waiting>
);

/** The whole page is on its way. */
export const FullScreenSpinner = ({ label }: Pick<SpinnerProps, "label">) => (
  <Waiting role="status" fullScreen>
    <Ring size="lg" aria-hidden="true" />
    {label ? <p>{label}</p> : <chakra.span srOnly>Loading</chakra.span>}
  </Waiting>
);
