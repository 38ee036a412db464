import { FileText, Share2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { isShareable } from "#shared/domain/rights.ts";
import { Button } from "#web/components/ui/button.tsx";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { saveFile } from "#web/lib/save-file.ts";
import { Embed } from "./embed.tsx";
import { shareDebate } from "./share-debate.ts";
import { transcript, type TranscriptKind } from "./transcript.ts";

/* On a phone two in a row, and the one that is left over as wide as both. */
const Actions = styled("div", {
  base: {
    display: { base: "grid", md: "flex" },
    flexWrap: "wrap",
    gridTemplateColumns: "1fr 1fr",
    gap: { base: "2", md: "3" },
    "& > :last-child:nth-child(odd)": { gridColumn: "1 / -1" },
  },
});

const TYPES = { txt: "text/plain", md: "text/markdown" } as const;

interface KeepAndShareProps {
  debate: Debate;
  turns: readonly Turn[];
  /** Other things to keep. */
  children: ReactNode;
}

/** What a completed debate is good for afterwards: to be sent on, and to be kept. */
export const KeepAndShare = ({ debate, turns, children }: KeepAndShareProps) => {
  const labelOf = useProviderLabel();
  const save = (kind: TranscriptKind) => {
    const link = new URL(`/debate/${debate.id}`, window.location.href).href;
    const text = transcript(kind, { debate, turns, labelOf, link });
    const type = `${TYPES[kind]};charset=utf-8`;
    saveFile(`debate-${debate.id}.${kind}`, new Blob([text], { type }));
  };
  return (
    <Actions>
      {isShareable(debate) && (
        <>
          <Button onClick={() => void shareDebate(debate.topic, window.location.href)}>
            <Share2 size={16} />
            Share
          </Button>
          <Embed debate={debate} />
        </>
      )}
      <Button onClick={() => save("txt")}>
        <FileText size={16} />
        Transcript
      </Button>
      <Button onClick={() => save("md")}>
        <FileText size={16} />
        <span>
          <OnWideScreens>Transcript as </OnWideScreens>Markdown
        </span>
      </Button>
      {children}
    </Actions>
  );
};
