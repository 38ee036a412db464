import { type ComponentProps, type ReactNode, useId } from "react";
import { RobotFace } from "../robot-face.tsx";
import { Muted, Row, SectionTitle } from "../../ui/content/typography.tsx";
import { styled } from "../../theme/styled.tsx";
import { panelSurface } from "../../theme/surfaces.ts";

const Frame = styled("section", {
  base: {
    ...panelSurface,
    display: "grid",
    justifyItems: "center",
    gap: "3",
    px: "5",
    py: { base: "10", md: "12" },
    textAlign: "center",
    bgImage:
      "radial-gradient(70% 120% at 0% 50%, {colors.forTint}, transparent), radial-gradient(70% 120% at 100% 50%, {colors.againstTint}, transparent)",
  },
});

interface SignUpPromptProps extends Pick<ComponentProps<typeof Frame>, "css" | "id" | "tabIndex"> {
  title: string;
  text: string;
  children: ReactNode;
}

/** Box that invites visitors to sign up where their access ends. */
export const SignUpPrompt = ({ title, text, children, ...frame }: SignUpPromptProps) => {
  const titleId = useId();
  return (
    <Frame aria-labelledby={titleId} {...frame}>
      <Row css={{ gap: "6", mb: "1" }}>
        <RobotFace side="bot_a" size="lg" />
        <RobotFace side="bot_b" size="lg" />
      </Row>
      <SectionTitle id={titleId}>{title}</SectionTitle>
      <Muted>{text}</Muted>
      <Row css={{ mt: "2", justifyContent: "center" }}>{children}</Row>
    </Frame>
  );
};
