import { Download } from "lucide-react";
import { useState } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { saveRecording } from "#web/lib/save-recording.ts";

/** The whole debate as one MP3, for people with an account. */
export const KeepAudio = ({ debate }: { debate: Debate }) => {
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    await saveRecording(`/api/debates/${debate.id}/audio.mp3`);
    setPending(false);
  };
  if (useConfig()?.tts !== true) return null;
  return (
    <Button isOff={isPending} onClick={() => void save()}>
      <Download size={16} />
      {isPending ? "Preparing..." : "Download Audio"}
    </Button>
  );
};
