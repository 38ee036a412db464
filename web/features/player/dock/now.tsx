import { SIDE_LABEL } from "#shared/domain/side.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { usePlayer } from "../player-store.ts";
import { statusWord, trackInTurn } from "../status.ts";

const Texts = styled("div", {
  base: { flex: "1", minW: 0, ps: { base: "1", md: "0" }, lineHeight: 1.35 },
});

const Title = styled("p", { base: { fontWeight: 650, fontSize: "14" } });

const Status = styled("p", {
  base: { fontSize: "13", color: "muted" },
  variants: { hasFailed: { true: { color: "danger", fontWeight: 600 } } },
});

const Side = styled("span", {
  base: {},
  variants: { role: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

/** Who speaks, and what the player is doing about it. */
export const Now = () => {
  const track = usePlayer(trackInTurn);
  const word = usePlayer(statusWord);
  const hasFailed = usePlayer(({ phase }) => phase === "error");
  return (
    <Texts>
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
    </Texts>
  );
};
