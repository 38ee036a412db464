import { ButtonLink } from "./button.tsx";
import { RobotFace } from "./robot-face.tsx";
import { Muted, Row, SectionTitle } from "./text.tsx";
import { styled } from "./theme/styled.tsx";

const Prompt = styled("section", {
  base: {
    display: "grid",
    justifyItems: "center",
    gap: "3",
    mt: "10",
    px: "5",
    py: { base: "10", md: "12" },
    textAlign: "center",
    borderRadius: "card",
    borderWidth: "1px",
    borderColor: "line",
    bg: "panel",
    bgImage:
      "radial-gradient(70% 120% at 0% 50%, {colors.forTint}, transparent), radial-gradient(70% 120% at 100% 50%, {colors.againstTint}, transparent)",
  },
});

/** Where a visitor's list ends, and how it goes on. */
export const JoinPrompt = ({ children }: { children: string }) => (
  <Prompt aria-labelledby="join">
    <Row css={{ gap: "6", mb: "1" }}>
      <RobotFace side="bot_a" size="lg" />
      <RobotFace side="bot_b" size="lg" />
    </Row>
    <SectionTitle id="join">Join the Debate Revolution</SectionTitle>
    <Muted>{children}</Muted>
    <Row css={{ mt: "2", justifyContent: "center" }}>
      <ButtonLink to="/auth?tab=register" look="solid" size="lg">
        Sign up
      </ButtonLink>
      <ButtonLink to="/auth?tab=login" size="lg">
        Login
      </ButtonLink>
    </Row>
  </Prompt>
);
