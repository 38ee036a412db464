import { Lock } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router-dom";
import type { Provider } from "#shared/domain/provider.ts";
import { leaderOf, type MomentumPoint } from "#shared/domain/momentum.ts";
import { type Role, SIDE_LABEL } from "#shared/domain/side.ts";
import { JudgeLine } from "#web/components/debate/judge-line.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";
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

const Said = styled("figcaption", { base: { fontSize: "13", color: "muted", lineHeight: 1.35 } });

const Leader = styled("strong", {
  base: { display: "block", fontWeight: 650, fontSize: "14", color: "ink" },
  variants: { side: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

const Judge = styled("span", { base: { display: "block", hideBelow: "lg" } });

/* Scores have steps of 0.5. */
const points = (by: number): string => `${by} ${by === 1 ? "point" : "points"}`;

interface StandingProps {
  scored: readonly MomentumPoint[];
  isOver: boolean;
}

/** The current or final standing in two lines, and the leading side. */
const standing = ({ scored, isOver }: StandingProps): [role: Role | null, ...lines: string[]] => {
  const leader = leaderOf(scored);
  if (leader?.role)
    return [
      leader.role,
      `${SIDE_LABEL[leader.role]} ${isOver ? "led" : "ahead"}`,
      `by ${points(leader.by)}`,
    ];
  if (leader) return [null, "Level", isOver ? "in the end" : "on points"];
  const [only] = scored;
  const heard = only && `${SIDE_LABEL[only.role]} alone so far`;
  return [null, "Momentum", heard ?? (isOver ? "no scores" : "no scores yet")];
};

const Standing = (props: StandingProps) => {
  const [side, title, remark] = standing(props);
  return (
    <>
      <Leader {...(side && { side })}>{title}</Leader>
      {remark}
    </>
  );
};

const Cover = styled("div", {
  base: {
    display: "grid",
    placeItems: "center",
    minH: "touch",
    h: "100%",
    borderRadius: "control",
    bgImage: "repeating-linear-gradient(-45deg, {colors.line} 0 1px, transparent 1px 9px)",
  },
});

const SignIn = styled(Link, {
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

/** Shown to visitors, who may not see scores. The data is not in the page either. */
export const CoveredMomentum = () => (
  <Cover role="group" aria-label="Momentum, covered">
    <SignIn to={useAuthAddress()("login")}>
      <Lock size={14} />
      Sign in to see the score
    </SignIn>
  </Cover>
);

interface MomentumPanelProps {
  scored: readonly MomentumPoint[];
  maxTurns: number;
  judge: Provider | null;
  speakers: readonly Provider[];
  isOver: boolean;
}

/** Who leads, as text, and the momentum chart. */
export const MomentumPanel = memo((props: MomentumPanelProps) => {
  const { scored, maxTurns, judge, speakers, isOver } = props;
  const labelOf = useProviderLabel();
  if (judge === null) return <JudgeLine judge={null} speakers={speakers} />;
  return (
    <Frame aria-label="Momentum">
      <Said>
        <Standing scored={scored} isOver={isOver} />
        <Judge>judged by {labelOf(judge)}</Judge>
      </Said>
      <MomentumChart scored={scored} maxTurns={maxTurns} />
    </Frame>
  );
});
