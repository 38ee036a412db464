import { FileText, Share2 } from "lucide-react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { Button } from "#web/components/button.tsx";
import { Row } from "#web/components/text.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { saveText } from "./save-text.ts";
import { shareDebate } from "./share-debate.ts";
import { transcript, type TranscriptKind } from "./transcript.ts";

const TYPES = { txt: "text/plain", md: "text/markdown" } as const;

interface KeepAndShareProps {
  debate: Debate;
  turns: readonly Turn[];
}

/** What a completed debate is good for afterwards: to be sent on, and to be kept. */
export const KeepAndShare = ({ debate, turns }: KeepAndShareProps) => {
  const labelOf = useProviderLabel();
  const save = (kind: TranscriptKind) => {
    const link = new URL(`/debate/${debate.id}`, window.location.href).href;
    const text = transcript(kind, { debate, turns, labelOf, link });
    saveText(`debate-${debate.id}.${kind}`, text, TYPES[kind]);
  };
  return (
    <Row>
      {debate.shareEnabled && (
        <Button onClick={() => void shareDebate(debate.topic, window.location.href)}>
          <Share2 size={16} />
          Share
        </Button>
      )}
      <Button onClick={() => save("txt")}>
        <FileText size={16} />
        Transcript
      </Button>
      <Button onClick={() => save("md")}>
        <FileText size={16} />
        Transcript as Markdown
      </Button>
    </Row>
  );
};
