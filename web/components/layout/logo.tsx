import { Link } from "react-router-dom";
import { useConfig } from "#web/lib/config.tsx";
import { RobotFace } from "../robot-face.tsx";
import { styled } from "../theme/styled.tsx";

const HomeLink = styled(Link, {
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

const Versus = styled("span", {
  base: { fontSize: "13", fontWeight: 600, color: "muted", letterSpacing: "0.04em" },
});

const Name = styled("span", { base: { ms: "2", hideBelow: "sm", whiteSpace: "nowrap" } });

/** Two robots, blue and red, with VS between them. */
export const Logo = () => {
  const name = useConfig()?.productName ?? "Chatbot Debate";
  return (
    <HomeLink to="/" aria-label={`${name}, home`}>
      <RobotFace side="bot_a" />
      <Versus aria-hidden="true">VS</Versus>
      <RobotFace side="bot_b" />
      <Name aria-hidden="true">{name}</Name>
    </HomeLink>
  );
};
