import { TriangleAlert } from "lucide-react";
import { styled } from "#web/components/theme/styled.tsx";
import { usePlayer } from "../player-store.ts";
import { statusDetail } from "../status.ts";
import { Progress } from "./progress.tsx";

/* One line of it is as high as the progress: nothing jumps between two turns. */
const Words = styled("p", {
  base: {
    display: "flex",
    gap: "2",
    px: "2",
    fontSize: "13",
    color: "muted",
    "& svg": { flexShrink: 0, mt: "0.5" },
  },
  variants: { hasFailed: { true: { color: "danger" } } },
});

/** How far the voice has come; where it is silent, what it waits for or why it failed. */
export const Detail = () => {
  const detail = usePlayer(statusDetail);
  const hasFailed = usePlayer(({ phase }) => phase === "error");
  return (
    <div>
      <Words role="status" hasFailed={hasFailed}>
        {hasFailed && <TriangleAlert size={16} />}
        {detail}
      </Words>
      {detail === null && <Progress />}
    </div>
  );
};
