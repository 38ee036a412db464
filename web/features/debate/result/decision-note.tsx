import { Link } from "react-router-dom";
import type { DebateScores } from "#shared/contract/debates/debate.ts";
import { shortenHash } from "#shared/domain/debates/judging/decision.ts";
import {
  describePanel,
  explainVerdict,
  summarizeVerdict,
} from "#shared/domain/debates/judging/panel.ts";
import { getWinner } from "#shared/domain/debates/judging/score.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";

const Frame = styled("div", {
  base: {
    display: "grid",
    gap: "1",
    maxW: "stageSpeech",
    fontSize: "14",
    lineHeight: 1.5,
    color: "muted",
    "& strong": { fontSize: "17", fontWeight: 650, lineHeight: 1.3, color: "ink" },
    "& code": { fontSize: "13" },
  },
});

const CharterLink = styled(Link, {
  base: { textDecoration: "underline", _hover: { color: "ink" } },
});

/**
 * Says that the mean scores name another winner than the decision, if they do. The scores decide
 * the debate's result.
 */
const describeDifference = (scores: DebateScores): string => {
  const winner = getWinner(scores);
  if (!scores.decision) return "";
  if (scores.panel && scores.decision.wavered) return " The mean scores are the result.";
  const isSame = winner === null || winner === scores.decision.winner;
  return isSame ? "" : " The mean scores differ from it. They are the result.";
};

/** The winner that the judge or the panel named for the whole debate, and how it was asked. */
export const DecisionNote = ({ scores }: { scores: DebateScores }) => {
  const getProviderLabel = useProviderLabel();
  const { decision, panel } = scores;
  if (!decision && !panel) return null;
  return (
    <Frame>
      <strong>Verdict: {summarizeVerdict(scores)}</strong>
      <span>
        {explainVerdict(scores)}
        {describeDifference(scores)}
      </span>
      {panel && <span>{describePanel(panel, getProviderLabel)}</span>}
      {decision && (
        <span>
          Judged by{" "}
          {/* A copy of `buildRulesPath`. Importing that would enlarge the page's first load. */}
          <CharterLink to={`/judge?rules=${decision.charter}#rules`}>
            charter <code>{shortenHash(decision.charter)}</code>
          </CharterLink>
        </span>
      )}
    </Frame>
  );
};
