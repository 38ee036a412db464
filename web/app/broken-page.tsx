import { Button } from "#web/components/button.tsx";
import { RobotFace } from "#web/components/robot-face.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { Muted, PageTitle, Row } from "#web/components/text.tsx";

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

/** A full load, so that nothing of the broken state is kept. */
const startOver = () => window.location.assign("/");

export const BrokenPage = () => (
  <Frame role="alert">
    <RobotFace side="bot_b" size="xl" />
    <PageTitle>This page broke.</PageTitle>
    <Muted>It is our fault, not yours. The debate itself goes on.</Muted>
    <Row>
      <Button look="solid" onClick={() => window.location.reload()}>
        Try again
      </Button>
      <Button onClick={startOver}>Back to the start</Button>
    </Row>
  </Frame>
);
