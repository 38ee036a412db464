import { FastForward } from "lucide-react";
import type { AutoPlay } from "#shared/contract/debate.ts";
import { styled } from "#web/components/theme/styled.tsx";

const Note = styled("p", {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "1.5",
    px: "4",
    py: "1.5",
    fontSize: "13",
    lineHeight: 1.2,
    color: "muted",
  },
});

/** Who has the debate go on by itself, for all who watch, whether or not they may pause it; and how fast. */
export const AutoPlayNote = ({ by, waitsForVoice }: AutoPlay) =>
  by && (
    <Note>
      <FastForward size={14} aria-hidden="true" />
      {`Auto-Play by ${by.username}${waitsForVoice ? ", at the pace of the voice" : ""}`}
    </Note>
  );
