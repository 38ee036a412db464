import { useLocation } from "react-router-dom";
import { ButtonLink } from "#web/components/ui/controls/button.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { PageTitle } from "#web/components/ui/content/typography.tsx";

const Frame = styled("div", {
  base: {
    display: "grid",
    justifyItems: "center",
    alignContent: "center",
    gap: "5",
    minH: "70dvh",
    p: "6",
    textAlign: "center",
  },
});

const Hint = styled("code", {
  base: {
    maxW: "100%",
    px: "4",
    py: "3",
    bg: "panel",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "control",
    fontSize: "14",
    color: "muted",
    overflowWrap: "anywhere",
  },
});

const NotFoundPage = () => (
  <Frame>
    <PageHead
      title="404 Page Not Found"
      description="There is no page at this address."
      isUnlisted
    />
    <RobotFace side="bot_b" size="xl" />
    <PageTitle>404 Page Not Found</PageTitle>
    <Hint>Did you forget to add {useLocation().pathname} to the router?</Hint>
    <ButtonLink to="/" variant="solid">
      Back to Debates
    </ButtonLink>
  </Frame>
);

export default NotFoundPage;
