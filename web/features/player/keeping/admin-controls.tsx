import { Download, RefreshCw } from "lucide-react";
import type { Turn } from "#shared/contract/turn.ts";
import { Button } from "#web/components/button.tsx";
import { saveRecording } from "#web/lib/save-recording.ts";
import { usePlayer } from "../player-store.ts";
import { recordingOf } from "../track.ts";
import { useRegenerate } from "./use-regenerate.ts";

/** For admins: to keep a turn's recording, and to have it made anew. */
const AdminControls = ({ turn }: { turn: Turn }) => {
  const { isPending, regenerate } = useRegenerate(turn);
  const track = usePlayer(({ playlist }) =>
    playlist.tracks.find(({ turnId }) => turnId === turn.id),
  );
  const download = () => {
    if (!track) return;
    const query = recordingOf(track);
    query.set("download", "true");
    query.set("version", String(turn.audio.version));
    void saveRecording(`/api/admin-audio-download?${query}`);
  };
  return (
    <>
      <Button look="ghost" title="Download audio" onClick={download}>
        <Download size={14} />
        Download
      </Button>
      <Button look="ghost" title="Regenerate audio" isOff={isPending} onClick={regenerate}>
        <RefreshCw size={14} />
        {isPending ? "Regenerating..." : "Regenerate"}
      </Button>
    </>
  );
};

export default AdminControls;
