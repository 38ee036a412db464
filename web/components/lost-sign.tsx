import { WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { styled } from "./theme/styled.tsx";

const Sign = styled("p", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2.5",
    px: "4",
    py: "2",
    borderRadius: "pill",
    bg: "pendingTint",
    color: "pending",
    boxShadow: "float",
    fontSize: "14",
    fontWeight: 600,
    "& svg": { flexShrink: 0 },
  },
  variants: {
    when: {
      now: { animation: "appear 200ms ease-out" },
      /** Most lost connections are found again at once. */
      soon: { animation: "appear 200ms ease-out 1s backwards" },
    },
  },
});

interface LostSignProps {
  when: "now" | "soon";
  children: ReactNode;
}

/** Floats over the page, which does not move for it: something is not reached. */
export const LostSign = ({ when, children }: LostSignProps) => (
  <Sign when={when}>
    <WifiOff size={16} />
    {children}
  </Sign>
);
