import { VISITOR_TURNS } from "#shared/domain/visitor.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { RobotFace } from "#web/components/robot-face.tsx";
import { Muted, SectionTitle } from "#web/components/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Gate = styled("section", {
  base: {
    position: "relative",
    display: "grid",
    justifyItems: "center",
    gap: "3",
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

const Faces = styled("div", { base: { display: "flex", gap: "6", mb: "1" } });

/** Whether a visitor has read all that visitors may read of a debate. */
export const isGated = (isVisitor: boolean, { currentTurn }: { currentTurn: number }): boolean =>
  isVisitor && currentTurn >= VISITOR_TURNS;

/** Where a visitor's reading ends, and how it goes on. */
export const VisitorGate = () => (
  <Gate aria-labelledby="gate">
    <Faces>
      <RobotFace side="bot_a" size="lg" />
      <RobotFace side="bot_b" size="lg" />
    </Faces>
    <SectionTitle id="gate">Want to see how this debate ends?</SectionTitle>
    <Muted>Join to read full debate</Muted>
    <ButtonLink to="/auth?tab=register" look="solid" size="lg" css={{ mt: "2" }}>
      Sign up
    </ButtonLink>
  </Gate>
);
