import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { RobotFace } from "./robot-face.tsx";

const Frame = chakra("div", {
  base: {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    gap: "2",
    px: "5",
    py: "12",
    borderWidth: "1px",
    borderStyle: "dashed",
    borderColor: "line",
    borderRadius: "card",
    textAlign: "center",
    color: "muted",
  },
});

const Faces = chakra("div", { base: { display: "flex", gap: "4", mb: "3", opacity: 0.8 } });

/** Nothing is here yet: what is missing, and what to do about it. */
export const EmptyState = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Frame>
    <Faces>
      <RobotFace role="bot_a" size="lg" />
      <RobotFace role="bot_b" size="lg" />
    </Faces>
    <chakra.p color="ink" fontWeight={600}>
      {title}
    </chakra.p>
    {children}
  </Frame>
);
