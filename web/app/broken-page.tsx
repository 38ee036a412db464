import { chakra } from "@chakra-ui/react";
import { Button } from "#web/components/button.tsx";
import { RobotFace } from "#web/components/robot-face.tsx";

const Frame = chakra("div", {
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
    <RobotFace role="bot_b" size="xl" />
    <chakra.h1 fontSize="34">This page broke.</chakra.h1>
    <chakra.p color="muted">It is our fault, not yours. The debate itself goes on.</chakra.p>
    <chakra.div display="flex" gap="3">
      <Button look="solid" onClick={() => window.location.reload()}>
        Try again
      </Button>
      <Button onClick={startOver}>Back to the start</Button>
    </chakra.div>
  </Frame>
);
