import { Headphones } from "lucide-react";
import { useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { MenuItem } from "#web/components/layout/popover.tsx";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";

/** Menu item for signed-in users that downloads the episode as one MP3. */
const DownloadEpisodeItem = ({ debate }: { debate: Debate }) => {
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    showToast({
      title: "Preparing the audio",
      description: "The download starts when it’s ready.",
    });
    try {
      const { downloadRecording } = await import("#web/lib/recordings/download-recording.ts");
      await downloadRecording(`/api/debates/${debate.id}/audio.mp3`);
    } catch (err) {
      showErrorToast(err instanceof Error ? err : new Error(String(err)));
    }
    setPending(false);
  };
  if (!useIsVoiced()) return null;
  return (
    <MenuItem disabled={isPending} onClick={() => void save()}>
      <Headphones size={16} />
      {isPending ? "Preparing..." : "Download Audio"}
    </MenuItem>
  );
};

export default DownloadEpisodeItem;
