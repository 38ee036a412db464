import { Headphones, Square } from "lucide-react";
import type { Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/button.tsx";
import { Muted, Row } from "#web/components/text.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { useIsTakenOver } from "#web/lib/use-browser.ts";
import { isActive } from "../player-state.ts";
import { tell, usePlayer } from "../player-store.ts";

/** Plays the whole debate by itself, like a radio show. */
export const PlayAll = ({ debate }: { debate: Debate }) => {
  const isAlive = useIsTakenOver();
  const isVoiced = useConfig()?.tts ?? true;
  const isPlaying = usePlayer((state) => state.isPlayingAll && isActive(state));
  return (
    <Row>
      <Button disabled={!isAlive} onClick={() => tell({ type: isPlaying ? "stop" : "play all" })}>
        {isPlaying ? <Square size={16} /> : <Headphones size={16} />}
        {isPlaying && "Stop Audio"}
        {!isPlaying && (debate.status === "completed" ? "Listen to Debate" : "Play All Audio")}
      </Button>
      {!isVoiced && (
        <Muted css={{ fontSize: "14" }}>No voice is set up here: turns can only be read.</Muted>
      )}
    </Row>
  );
};
