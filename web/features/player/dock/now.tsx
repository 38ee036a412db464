import { SIDE_LABEL } from "#shared/domain/side.ts";
import { styled } from "#web/components/theme/styled.tsx";
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
    /* On a phone, for as long as there is something to say, in place of who speaks. */
    "&[data-says] > :not([data-said])": { hideBelow: "md" },
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

/* Those who listen to the page are told by the toast, which is there for them. */
const Said = styled("p", {
  base: {
    hideFrom: "md",
    fontSize: "13",
    lineClamp: 2,
  },
  variants: { tone: { plain: {}, danger: { color: "danger" } } },
});

/** Who speaks, and what the player is doing about it; what the player has to say, on a phone. */
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
