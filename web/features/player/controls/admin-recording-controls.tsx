import { Download, RefreshCw } from "lucide-react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { ScreenReaderText } from "#web/components/ui/content/typography.tsx";
import { useRegenerateRecording } from "#web/lib/recordings/regenerate-recording.ts";
import { downloadRecording } from "#web/lib/recordings/download-recording.ts";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { usePlayer } from "#web/lib/player/player-store.ts";
import { buildRecordingQuery } from "#web/lib/player/track.ts";

const SPINNING_ICON_STYLE = { "& svg": { animation: "spin 900ms linear infinite" } };

const AdminRecordingControls = ({ turn }: { turn: Turn }) => {
  const hydrationProps = useDisabledUntilHydrated();
  const { debateId, id: turnId, audio } = turn;
  const { isPending, regenerate } = useRegenerateRecording({
    debateId,
    turnId,
    version: audio.version,
  });
  const track = usePlayer(({ playlist }) => playlist.tracks.find((each) => each.turnId === turnId));
  const download = () => {
    if (!track) return;
    const query = buildRecordingQuery(track);
    query.set("download", "true");
    query.set("version", String(audio.version));
    void downloadRecording(`/api/admin-audio-download?${query}`);
  };
  return (
    <>
      <Button variant="ghost" title="Download audio" {...hydrationProps} onClick={download}>
        <Download size={16} />
        <ScreenReaderText>Download</ScreenReaderText>
      </Button>
      <Button
        variant="ghost"
        title="Regenerate audio"
        {...hydrationProps}
        isOff={isPending}
        css={isPending ? SPINNING_ICON_STYLE : {}}
        onClick={regenerate}
      >
        <RefreshCw size={16} />
        <ScreenReaderText>{isPending ? "Regenerating..." : "Regenerate"}</ScreenReaderText>
      </Button>
    </>
  );
};

export default AdminRecordingControls;
