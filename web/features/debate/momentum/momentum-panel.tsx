import { Lock } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router-dom";
import type { Provider } from "#shared/domain/provider.ts";
import { findLeader, type MomentumPoint } from "#shared/domain/debates/momentum.ts";
import { type Role, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { JudgeInfo } from "#web/components/debate/judge-info.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { MomentumChart } from "./momentum-chart.tsx";

const Frame = styled("figure", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "6.5rem minmax(0, 1fr)", sm: "9rem minmax(0, 1fr)" },
    alignItems: "center",
    gap: "3",
    minW: 0,
  },
});

const LeadCaption = styled("figcaption", {
  base: { fontSize: "13", color: "muted", lineHeight: 1.35 },
});

const Leader = styled("strong", {
  base: { display: "block", fontWeight: 650, fontSize: "14", color: "ink" },
  variants: { side: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

const Judge = styled("span", { base: { display: "block", hideBelow: "lg" } });

/* A lead is a multiple of 0.5 points, so it is not rounded. */
const formatPoints = (points: number): string => `${points} ${points === 1 ? "point" : "points"}`;

interface LeadTextProps {
  scored: readonly MomentumPoint[];
  isOver: boolean;
}

/** The leading side (null if there is none), and the standing in two lines of text. */
const describeStanding = ({
  scored,
  isOver,
}: LeadTextProps): [role: Role | null, ...lines: string[]] => {
  const leader = findLeader(scored);
  if (leader?.role)
    return [
      leader.role,
      `${SIDE_LABEL[leader.role]} ${isOver ? "led" : "ahead"}`,
      `by ${formatPoints(leader.by)}`,
    ];
  if (leader) return [null, "Tied", isOver ? "at the end" : "so far"];
  const [onlyPoint] = scored;
  const onlySideText = onlyPoint && `Only ${SIDE_LABEL[onlyPoint.role]} has been scored`;
  return [null, "Momentum", onlySideText ?? (isOver ? "no scores" : "no scores yet")];
};

const LeadText = (props: LeadTextProps) => {
  const [side, title, remark] = describeStanding(props);
  return (
    <>
      <Leader {...(side && { side })}>{title}</Leader>
      {remark}
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
    bgImage: "repeating-linear-gradient(-45deg, {colors.line} 0 1px, transparent 1px 9px)",
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

/** Shown to visitors, who may not see scores. The page does not contain the scores either. */
export const CoveredMomentum = () => (
  <CoveredFrame role="group" aria-label="Momentum, hidden">
    <SignInLink to={useAuthPageUrl()("login")}>
      <Lock size={14} />
      Sign in to see the score
    </SignInLink>
  </CoveredFrame>
);

interface MomentumPanelProps {
  scored: readonly MomentumPoint[];
  maxTurns: number;
  judge: Provider | null;
  speakers: readonly Provider[];
  isOver: boolean;
}

/** Names the leading side and shows the momentum chart. */
export const MomentumPanel = memo((props: MomentumPanelProps) => {
  const { scored, maxTurns, judge, speakers, isOver } = props;
  const getProviderLabel = useProviderLabel();
  if (judge === null) return <JudgeInfo judge={null} speakers={speakers} />;
  return (
    <Frame aria-label="Momentum">
      <LeadCaption>
        <LeadText scored={scored} isOver={isOver} />
        <Judge>judged by {getProviderLabel(judge)}</Judge>
      </LeadCaption>
      <MomentumChart scored={scored} maxTurns={maxTurns} />
    </Frame>
  );
});
