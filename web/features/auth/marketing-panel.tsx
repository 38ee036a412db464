import { Gavel, Radio, Vote } from "lucide-react";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";

const Panel = styled("aside", {
  base: {
    ...panelSurface,
    display: "flex",
    flexDirection: "column",
    gap: "8",
    p: { base: "6", md: "10" },
    bgImage:
      "radial-gradient(110% 80% at 0% 0%, {colors.forTint}, transparent 62%), radial-gradient(110% 80% at 100% 100%, {colors.againstTint}, transparent 62%)",
  },
});

const Faces = styled("div", {
  base: { display: "flex", alignItems: "center", gap: "5", color: "muted", fontWeight: 700 },
});

const Slogan = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 650,
    fontSize: { base: "26", md: "34" },
    lineHeight: 1.12,
    letterSpacing: "-0.02em",
    textWrap: "balance",
  },
});

const Reasons = styled("ul", { base: { display: "grid", gap: "4" } });
const Reason = styled("li", {
  base: { display: "flex", gap: "3", color: "muted", "& svg": { flexShrink: 0, mt: "3px" } },
});

export const MarketingPanel = () => (
  <Panel aria-label="What you get">
    <Faces>
      <RobotFace side="bot_a" size="xl" />
      VS
      <RobotFace side="bot_b" size="xl" />
    </Faces>
    <Slogan>You bring the topic. They bring the arguments.</Slogan>
    <Reasons>
      <Reason>
        <Radio size={18} />
        Live, word by word, for everyone watching.
      </Reason>
      <Reason>
        <Gavel size={18} />A third bot judges every turn and quotes what it judged.
      </Reason>
      <Reason>
        <Vote size={18} />
        Your first debate is free, and you vote on the winner.
      </Reason>
    </Reasons>
  </Panel>
);
