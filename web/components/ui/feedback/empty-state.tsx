import type { ReactNode } from "react";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Frame = styled("div", {
  base: {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    gap: "2",
    px: "5",
    borderWidth: "1px",
    borderStyle: "dashed",
    borderColor: "edge.50",
    borderRadius: "card",
    textAlign: "center",
    color: "muted",
  },
  variants: { variant: { tall: { py: "12" }, slim: { py: { base: "4", md: "6" } } } },
});

const Faces = styled("div", { base: { display: "flex", gap: "4", opacity: 0.8 } });

const Title = styled("div", {
  base: { maxW: "100%", color: "ink", fontWeight: 600, overflowWrap: "anywhere" },
});

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  /** A link or button for the next step of the user. */
  action?: ReactNode;
  /** `slim` has small robot faces, for sections of a page. */
  variant?: "tall" | "slim";
}

/** Shown where there is no content; `children` give advice. */
export const EmptyState = ({ title, children, action, variant = "tall" }: EmptyStateProps) => {
  const size = variant === "tall" ? "lg" : "sm";
  return (
    <Frame variant={variant}>
      <Faces>
        <RobotFace side="bot_a" size={size} />
        <RobotFace side="bot_b" size={size} />
      </Faces>
      <Title>{title}</Title>
      {children}
      {action}
    </Frame>
  );
};
