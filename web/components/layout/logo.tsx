import { Link } from "react-router-dom";
import { useConfig } from "#web/lib/config.tsx";
import { RobotFace } from "../debate/robot-face.tsx";
import { ScreenReaderText } from "../ui/content/typography.tsx";
import { styled } from "../theme/styled.tsx";

/** On very narrow phones the logo is smaller. */
const NARROW_PHONE_QUERY = "@media (max-width: 23.75rem)";

const HomeLink = styled(Link, {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2",
    [NARROW_PHONE_QUERY]: { gap: "1", "& > [aria-hidden]": { boxSize: "1.5rem" } },
    minH: "touch",
    borderRadius: "control",
    fontFamily: "display",
    fontWeight: 700,
    fontSize: "17",
  },
});

const Versus = styled("span", {
  base: {
    fontSize: "13",
    fontWeight: 600,
    color: "muted",
    letterSpacing: "0.04em",
  },
});

/* On phones the name has two lines. */
const Name = styled("span", {
  base: {
    ms: { base: "1", sm: "2" },
    maxW: { base: "5rem", sm: "none" },
    fontSize: { base: "14", sm: "17" },
    lineHeight: 1.1,
    overflow: "hidden",
    maxH: { base: "2.2em", sm: "none" },
    [NARROW_PHONE_QUERY]: { ms: "0", fontSize: "13" },
  },
});

/** The logo: two robots with VS between them, and the product's name. */
export const Logo = () => {
  const name = useConfig()?.productName ?? "Chatbot Debate";
  return (
    <HomeLink to="/">
      <RobotFace side="bot_a" />
      <Versus>VS </Versus>
      <RobotFace side="bot_b" />
      <Name>
        {name}
        <ScreenReaderText> (home)</ScreenReaderText>
      </Name>
    </HomeLink>
  );
};
