import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { Button } from "#web/components/ui/controls/button.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { Muted, PageTitle, Row } from "#web/components/ui/content/typography.tsx";

const Frame = styled("div", {
  base: {
    display: "grid",
    justifyItems: "center",
    alignContent: "center",
    gap: "4",
    minH: "70dvh",
    p: "6",
    textAlign: "center",
  },
});

/** Loads a new document, because the app's state may be broken. */
const reloadAtHome = () => window.location.assign("/");

interface ErrorPageProps {
  isLoadError: boolean;
  onLeave: () => void;
}

/** Error page with buttons to retry or to go home. Any navigation leaves it. */
export const ErrorPage = ({ isLoadError, onLeave }: ErrorPageProps) => {
  const location = useLocation();
  const [brokeAt] = useState(location);
  useEffect(() => {
    if (location !== brokeAt) onLeave();
  }, [location, brokeAt, onLeave]);
  return (
    <Frame role="alert">
      <RobotFace side="bot_b" size="xl" />
      <PageTitle>{isLoadError ? "Couldn’t load this page." : "Something went wrong."}</PageTitle>
      <Muted>
        {isLoadError
          ? "Check your connection and try again."
          : "Reload the page. Running debates are not affected."}
      </Muted>
      <Row>
        <Button variant="solid" onClick={() => window.location.reload()}>
          Try again
        </Button>
        <Button onClick={reloadAtHome}>Return to Home</Button>
      </Row>
    </Frame>
  );
};
