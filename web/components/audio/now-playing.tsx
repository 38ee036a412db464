import { SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { SMALL_WINDOW_QUERY } from "#web/components/toast/small-window-query.ts";
import { useToasts } from "#web/lib/toast.ts";
import { usePlayer } from "#web/lib/player/player-store.ts";
import { getStatusLabel, getAudibleTrack } from "#web/lib/player/player-status.ts";

export const NowPlayingText = styled("div", {
  base: {
    gridArea: "now",
    flex: "1",
    minW: 0,
    minH: "touch",
    display: "grid",
    alignContent: "center",
    ps: "2",
    lineHeight: 1.35,
    /* In a small window the player's toast replaces the speaker's name. */
    "&[data-has-toast] > :not([data-toast])": { [SMALL_WINDOW_QUERY]: { display: "none" } },
  },
});

export const NowPlayingTitle = styled("p", {
  base: { fontWeight: 650, fontSize: "14", truncate: true },
});

export const NowPlayingStatus = styled("p", {
  base: { fontSize: "13", color: "muted" },
  variants: { hasFailed: { true: { color: "danger", fontWeight: 600 } } },
});

export const SideName = styled("span", {
  base: {},
  variants: { role: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

/* Hidden from screen readers, which read the toast itself. */
const ToastText = styled("p", {
  base: {
    display: "none",
    fontSize: "13",
    [SMALL_WINDOW_QUERY]: { lineClamp: 2 },
  },
  variants: { tone: { plain: {}, danger: { color: "danger" } } },
});

export const NowPlaying = () => {
  const track = usePlayer(getAudibleTrack);
  const word = usePlayer(getStatusLabel);
  const hasFailed = usePlayer(({ phase }) => phase === "error");
  const toast = useToasts(({ current, isOpen }) =>
    isOpen && current?.place === "player" ? current : null,
  );
  return (
    <NowPlayingText data-has-toast={toast ? "" : undefined}>
      <NowPlayingTitle>
        {track ? (
          <>
            {track.speaker}, <SideName role={track.role}>{SIDE_LABEL[track.role]}</SideName>
          </>
        ) : (
          "The debate"
        )}
      </NowPlayingTitle>
      <NowPlayingStatus role="status" hasFailed={hasFailed}>
        {word}
      </NowPlayingStatus>
      {toast && (
        <ToastText tone={toast.tone ?? "plain"} data-toast aria-hidden="true">
          {`${toast.title}: ${toast.description}`}
        </ToastText>
      )}
    </NowPlayingText>
  );
};
