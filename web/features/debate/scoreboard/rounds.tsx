import type { Debate } from "#shared/contract/debate.ts";
import { roleOfTurn } from "#shared/domain/side.ts";
import { styled } from "#web/components/theme/styled.tsx";

const Strip = styled("div", {
  base: { display: "flex", gap: "1", h: "3px", "& > *": { flex: "1", borderRadius: "pill" } },
});

const Round = styled("span", {
  variants: {
    state: { bot_a: { bg: "for/55" }, bot_b: { bg: "against/55" }, next: { bg: "line" } },
  },
});

/** One tick a turn, in the colour of who spoke. The same is said in figures above. */
export const Rounds = ({ debate: { currentTurn, maxTurns } }: { debate: Debate }) => (
  <Strip aria-hidden="true">
    {Array.from({ length: maxTurns }, (_, index) => index + 1).map((turn) => (
      <Round key={turn} state={turn <= currentTurn ? roleOfTurn(turn) : "next"} />
    ))}
  </Strip>
);
