import { Download, RefreshCw } from "lucide-react";
import type { Turn } from "#shared/contract/turn.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Hidden } from "#web/components/ui/text.tsx";
import { useRegenerateTurn } from "#web/lib/regenerate-turn.ts";
import { saveRecording } from "#web/lib/save-recording.ts";
import { useUntilAlive } from "#web/lib/use-browser.ts";
import { usePlayer } from "../player-store.ts";
import { recordingOf } from "../track.ts";

const TURNING = { "& svg": { animation: "spin 900ms linear infinite" } };

const AdminControls = ({ turn }: { turn: Turn }) => {
  const untilAlive = useUntilAlive();
  const { debateId, id: turnId, audio } = turn;
  const { isPending, regenerate } = useRegenerateTurn({ debateId, turnId, version: audio.version });
  const track = usePlayer(({ playlist }) => playlist.tracks.find((each) => each.turnId === turnId));
  const download = () => {
    if (!track) return;
    const query = recordingOf(track);
    query.set("download", "true");
    query.set("version", String(audio.version));
    void saveRecording(`/api/admin-audio-download?${query}`);
  };
  return (
    <>
      <Button look="ghost" title="Download audio" {...untilAlive} onClick={download}>
        <Download size={16} />
        <Hidden>Download</Hidden>
      </Button>
      <Button
        look="ghost"
        title="Regenerate audio"
        {...untilAlive}
        isOff={isPending}
        css={isPending ? TURNING : {}}
        onClick={regenerate}
      >
        <RefreshCw size={16} />
        <Hidden>{isPending ? "Regenerating..." : "Regenerate"}</Hidden>
      </Button>
    </>
  );
};

export default AdminControls;
