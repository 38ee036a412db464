import { useMemo } from "react";
import { SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { formatDuration } from "#web/lib/format.ts";
import { buildChapters, toEpisodePositionS, getTotalDurationS } from "#web/lib/player/chapters.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";
import { ChapterMarks } from "./chapter-marks.tsx";
import { Slider } from "./slider.tsx";

const Line = styled("div", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "3",
    px: "2",
    fontSize: "13",
    color: "muted",
    fontVariantNumeric: "tabular-nums",
  },
});

const Bar = styled("div", {
  base: { position: "relative", flex: "1", minW: 0, display: "flex", alignItems: "center" },
});

/** Progress through the episode as a seekable slider with one segment per turn. */
export const PlaybackProgress = () => {
  const tracks = usePlayer(({ playlist }) => playlist.tracks);
  const chapters = useMemo(() => buildChapters(tracks), [tracks]);
  const track = usePlayer((state) => state.track);
  const position = usePlayer((state) => state.position);
  const wait = usePlayer((state) => state.wait);
  const positionS = toEpisodePositionS(chapters, { track, position, wait });
  const totalS = getTotalDurationS(chapters);
  const chapter = chapters.find((each) => each.track.turnId === track?.turnId);
  const total = totalS > 0 ? formatDuration(totalS) : "-:--";
  const turn = track ? `Turn ${track.turnNumber}, ${SIDE_LABEL[track.role]}: ` : "";
  const inTurn = chapter
    ? `${formatDuration(position)} of ${formatDuration(chapter.length)}; `
    : "";
  return (
    <Line>
      <span>{formatDuration(positionS)}</span>
      <Bar>
        <ChapterMarks chapters={chapters} positionS={positionS} />
        <Slider
          variant="over"
          aria-label="Position"
          aria-valuetext={`${turn}${inTurn}${formatDuration(positionS)} of ${total} in total`}
          disabled={track === null || totalS === 0}
          value={positionS}
          max={totalS}
          step="any"
          onMove={(to) => dispatchPlayerEvent({ type: "seek-playlist", positionS: to })}
        />
      </Bar>
      <span>{total}</span>
    </Line>
  );
};
