import { FastForward } from "lucide-react";
import type { AutoPlay } from "#shared/contract/debates/debate.ts";
import { styled } from "#web/components/theme/styled.tsx";

const AutoPlayNoteFrame = styled("p", {
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
    "& > svg": { flexShrink: 0 },
  },
});

/** The button to pause Auto-Play refers to this id with aria-describedby. */
export const AUTO_PLAY_NOTE_ID = "auto-play-note";

interface AutoPlayNoteProps extends AutoPlay {
  /** Whether the viewer's pause button is disabled. */
  isLocked: boolean;
}

/**
 * Says who turned Auto-Play on and whether it waits for the voice. If the viewer may not pause it,
 * also says who may.
 */
export const AutoPlayNote = ({ by, waitsForVoice, isLocked }: AutoPlayNoteProps) =>
  by && (
    <AutoPlayNoteFrame id={AUTO_PLAY_NOTE_ID}>
      <FastForward size={14} aria-hidden="true" />
      <span>
        {`Auto-Play, started by ${by.username}`}
        {waitsForVoice && !isLocked && " · captions follow the voice"}
        {isLocked && `. Only ${by.username}, the debate’s owner and admins can pause it.`}
      </span>
    </AutoPlayNoteFrame>
  );
