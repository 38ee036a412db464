import { SIDE_LABEL } from "#shared/domain/side.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { usePlayer } from "../player-store.ts";
import { statusDetail, statusWord } from "../status.ts";

const Texts = styled("div", { base: { flex: "1", minW: 0, lineHeight: 1.35 } });

const Title = styled("p", {
  base: {
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    fontWeight: 650,
    fontSize: "14",
  },
});

const Status = styled("p", {
  base: {
    display: "flex",
    gap: "2",
    minW: 0,
    fontSize: "13",
    color: "muted",
    whiteSpace: "nowrap",
    "& span:last-of-type": { overflow: "hidden", textOverflow: "ellipsis" },
  },
});

const Side = styled("span", {
  base: {},
  variants: { role: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

/** Who speaks, and what the player is doing about it. */
export const Now = () => {
  const track = usePlayer((state) => state.track);
  const word = usePlayer(statusWord);
  const detail = usePlayer(statusDetail);
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
      <Status role="status">
        <span>{word}</span>
        {detail && <span title={detail}>{detail}</span>}
      </Status>
    </Texts>
  );
};
