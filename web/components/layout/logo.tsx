import { chakra } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import { useConfig } from "#web/lib/config.ts";
import { RobotFace } from "../robot-face.tsx";

const HomeLink = chakra(Link, {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2",
    minH: "touch",
    borderRadius: "control",
    fontFamily: "display",
    fontWeight: 700,
    fontSize: "17",
  },
});

const Versus = chakra("span", {
  base: { fontSize: "13", fontWeight: 600, color: "muted", letterSpacing: "0.04em" },
});

const Name = chakra("span", { base: { ms: "2", hideBelow: "sm" } });

/** Two robots, blue and red, with VS between them. */
export const Logo = () => {
  const name = useConfig()?.productName ?? "Chatbot Debate";
  return (
    <HomeLink to="/" aria-label={`${name}, home`}>
      <RobotFace role="bot_a" />
      <Versus aria-hidden="true">VS</Versus>
      <RobotFace role="bot_b" />
      <Name aria-hidden="true">{name}</Name>
    </HomeLink>
  );
};
