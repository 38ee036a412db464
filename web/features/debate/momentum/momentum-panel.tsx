import { Lock } from "lucide-react";
import { memo, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { isProvider, type Speaker } from "#shared/domain/speaker.ts";
import type { MomentumPoint } from "#shared/domain/debates/judging/momentum.ts";
import { getWinner, type Scores } from "#shared/domain/debates/judging/score.ts";
import { type Role, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { describeExtent, describeLead } from "#shared/domain/debates/judging/standing.ts";
import { JudgeInfo } from "#web/components/debate/judge-info.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { MomentumChart } from "./momentum-chart.tsx";

const Frame = styled("figure", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "7.5rem minmax(0, 1fr)", sm: "12rem minmax(0, 1fr)" },
    alignItems: "center",
    gap: "3",
    minW: 0,
  },
});

const LeadCaption = styled("figcaption", {
  base: {
    fontSize: "13",
    color: "muted",
    lineHeight: 1.35,
    textWrap: "balance",
    /* On phones the text about the lead may take two lines, so their space is reserved from the
       start. */
    minH: { base: "3.5rem", sm: "0" },
  },
});

const Leader = styled("strong", {
  base: { display: "block", fontWeight: 650, fontSize: "14", color: "ink" },
  variants: { side: { bot_a: { color: "for" }, bot_b: { color: "against" }, draw: {} } },
});

const Judge = styled("span", { base: { display: "block", hideBelow: "lg" } });

interface LeadTextProps {
  scored: readonly MomentumPoint[];
  /** The debate's final scores; null before its end. */
  finalScores: Scores | null;
  isOver: boolean;
}

/** The leading side (or null), and two lines of text about the lead. */
const getLeadLines = ({
  scored,
  finalScores,
  isOver,
}: LeadTextProps): [leader: Role | "draw" | null, ...lines: string[]] => {
  const standing = scored.at(-1)?.standing;
  const scores = finalScores ?? standing;
  const lead = scores && describeLead(scores, finalScores ? "led" : "leads");
  const extent = standing && !finalScores ? describeExtent(standing) : "at the end";
  if (scores && lead) return [getWinner(scores), lead, extent];
  const [onlyPoint] = scored;
  const onlySideText = onlyPoint && `Only ${SIDE_LABEL[onlyPoint.role]} has been scored`;
  return [null, "Momentum", onlySideText ?? (isOver ? "no scores" : "no scores yet")];
};

const LeadText = (props: LeadTextProps) => {
  const [side, title, remark] = getLeadLines(props);
  return (
    <>
      <Leader {...(side && { side })}>{title}</Leader> {remark}
    </>
  );
};

const CoveredFrame = styled("div", {
  base: {
    display: "grid",
    placeItems: "center",
    minH: "touch",
    h: "100%",
    borderRadius: "control",
  },
});

const SignInLink = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minH: "touch",
    px: "4",
    bg: "panel",
    fontSize: "14",
    fontWeight: 600,
    textDecoration: "underline",
    textUnderlineOffset: "3px",
  },
});

/** Shown to visitors, who may not see scores. The page's data contains no scores either. */
export const CoveredMomentum = () => (
  <CoveredFrame role="group" aria-label="Momentum, hidden" data-covered>
    <SignInLink to={useAuthPageUrl()("login")}>
      <Lock size={14} />
      Sign in to see the score
    </SignInLink>
  </CoveredFrame>
);

interface MomentumPanelProps {
  /**
   * The line of the chart that shows the share of reactions for the side "For". Empty if the viewer
   * may not see it.
   */
  audience: ReactNode;
  scored: readonly MomentumPoint[];
  maxTurns: number;
  /** The debate's final scores; null before its end. */
  finalScores: Scores | null;
  judge: Speaker | null;
  speakers: readonly Speaker[];
  isOver: boolean;
}

export const MomentumPanel = memo((props: MomentumPanelProps) => {
  const { audience, scored, finalScores, maxTurns, judge, speakers, isOver } = props;
  const getProviderLabel = useProviderLabel();
  if (judge === null) return <JudgeInfo judge={null} speakers={speakers} />;
  return (
    <Frame aria-label="Momentum">
      <LeadCaption>
        <LeadText scored={scored} finalScores={finalScores} isOver={isOver} />
        {isProvider(judge) && <Judge>judged by {getProviderLabel(judge)}</Judge>}
      </LeadCaption>
      <MomentumChart audience={audience} scored={scored} maxTurns={maxTurns} />
    </Frame>
  );
});
