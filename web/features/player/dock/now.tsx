import { SIDE_LABEL } from "#shared/domain/side.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { SMALL_WINDOW } from "#web/components/toast/small-window.ts";
import { useToasts } from "#web/lib/toast.ts";
import { usePlayer } from "../player-store.ts";
import { statusWord, trackInTurn } from "../status.ts";

export const Texts = styled("div", {
  base: {
    gridArea: "now",
    flex: "1",
    minW: 0,
    minH: "touch",
    display: "grid",
    alignContent: "center",
    ps: "2",
    lineHeight: 1.35,
    /* In a small window the player's toast replaces the speaker. */
    "&[data-says] > :not([data-said])": { [SMALL_WINDOW]: { display: "none" } },
  },
});

export const Title = styled("p", { base: { fontWeight: 650, fontSize: "14", truncate: true } });

export const Status = styled("p", {
  base: { fontSize: "13", color: "muted" },
  variants: { hasFailed: { true: { color: "danger", fontWeight: 600 } } },
});

export const Side = styled("span", {
  base: {},
  variants: { role: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

/* Hidden here: screen readers read the toast itself. */
const Said = styled("p", {
  base: {
    display: "none",
    fontSize: "13",
    [SMALL_WINDOW]: { lineClamp: 2 },
  },
  variants: { tone: { plain: {}, danger: { color: "danger" } } },
});

/** The speaker and the player's status. In a small window, also the player's toasts. */
export const Now = () => {
  const track = usePlayer(trackInTurn);
  const word = usePlayer(statusWord);
  const hasFailed = usePlayer(({ phase }) => phase === "error");
  const said = useToasts(({ current, isOpen }) =>
    isOpen && current?.place === "player" ? current : null,
  );
  return (
    <Texts data-says={said ? "" : undefined}>
      <Title>
        {track ? (
          <>
            {track.speaker}, <Side role={track.role}>{SIDE_LABEL[track.role]}</Side>
          </>
        ) : (
          "The debate"
        )}
      </Title>
      <Status role="status" hasFailed={hasFailed}>
        {word}
      </Status>
      {said && (
        <Said tone={said.tone ?? "plain"} data-said aria-hidden="true">
          {`${said.title}: ${said.description}`}
        </Said>
      )}
    </Texts>
  );
};
