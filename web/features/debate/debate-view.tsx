import { ArrowDown, Trash2 } from "lucide-react";
import { useCallback, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { may } from "#shared/domain/rights.ts";
import { meanScores } from "#shared/domain/score.ts";
import { isRefused } from "#shared/domain/turn.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { Button } from "#web/components/ui/button.tsx";
import { DeleteDebate } from "#web/components/debate/delete-debate.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { StandInNotice } from "#web/components/debate/stand-in-notice.tsx";
import { OnWideScreens, Row } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { floating, stuck } from "#web/components/theme/surfaces.ts";
import type { DebateSlots } from "./debate-slots.ts";
import { Announcer } from "./following/announcer.tsx";
import { useDockHeight } from "./following/use-dock-height.ts";
import { useFollow } from "./following/use-follow.ts";
import { ConnectionBanner } from "./live/connection-banner.tsx";
import { useLiveDebate } from "./live/use-live-debate.ts";
import { ResultsCard } from "./result/results-card.tsx";
import { Scoreboard } from "./scoreboard/scoreboard.tsx";
import { KeepAndShare } from "./share/keep-and-share.tsx";
import { Dock } from "./stepping/dock.tsx";
import { failedTurn, turnInProgress } from "./stepping/progress.ts";
import { useNextTurn } from "./stepping/use-next-turn.ts";
import { RefundNote } from "./stepping/refund-note.tsx";
import { TopicCard } from "./topic-card.tsx";
import { TurnList } from "./turns/turn-list.tsx";
import { isGated, VisitorGate } from "./visitor-gate.tsx";
import { Reactions } from "./voting/reactions.tsx";
import { SignInToVote, WinnerVote } from "./voting/winner-vote.tsx";

const Page = styled("div", { base: { display: "grid", gap: { base: "6", md: "10" } } });
const Corners = styled("div", { base: { display: "grid", gap: "4" } });
const Speeches = styled("section", { base: { display: "grid", gap: "10" } });
/* Without the gap before it: what comes next has its own. */
const End = styled("div", {
  base: { h: "1px", mt: "-10", scrollMarginBottom: "calc(var(--dock, 5rem) + 1.5rem)" },
});

const Bottom = styled("div", {
  base: {
    ...stuck,
    bottom: "max(0.75rem, env(safe-area-inset-bottom))",
    zIndex: "dock",
    display: "grid",
    justifyItems: "center",
    gap: "2",
    pointerEvents: "none",
    "& > *": { pointerEvents: "auto" },
  },
});

/** The player and the dock as one thing, as wide as the wider of them. */
const Deck = styled("div", {
  base: {
    ...floating,
    w: { base: "100%", md: "auto" },
    /* What is read goes out of sight gently. */
    _before: {
      content: "''",
      position: "absolute",
      zIndex: -1,
      insetX: { base: "-4", md: "-6" },
      top: "-6",
      bottom: "-3",
      bgImage: "linear-gradient(transparent, {colors.canvas} 2.5rem)",
      pointerEvents: "none",
    },
    _empty: { display: "none" },
    "& > * + *": { borderTopWidth: "1px", borderColor: "line" },
  },
});

const After = styled("div", {
  base: {
    display: "grid",
    gap: "4",
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1.6fr) minmax(0, 1fr)" },
  },
});

interface DebateViewProps {
  debate: Debate;
  turns: readonly Turn[];
  viewer: Viewer;
  slots: DebateSlots;
}

/** A debate as an event: the motion, the scoreboard, the speeches, and what the viewer can do. */
export const DebateView = ({ debate, turns, viewer, slots }: DebateViewProps) => {
  const { TopicActions, TurnControls, FloatingPlayer, KeepActions } = slots;
  useLiveDebate(debate.id);
  const navigate = useNavigate();
  const nextTurn = useNextTurn(debate.id);
  const { mutate } = nextTurn;
  const speeches = useRef<HTMLElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const dock = useDockHeight();
  const { isAtEnd, jump } = useFollow(speeches, end);
  /** Whoever asks for a turn wants to see it. */
  const ask = useCallback(() => {
    mutate();
    jump();
  }, [mutate, jump]);

  const isVisitor = viewer === null;
  const isCompleted = debate.status === "completed";
  const mayStep = may(viewer, "step", debate) && !isCompleted;
  const failed = failedTurn(turns);
  const mayGoOn =
    mayStep && (!failed || (may(viewer, "restart", debate) && !isRefused(failed.error)));
  const scores = debate.scores ?? meanScores(turns);
  const speaking = turnInProgress(turns);

  return (
    <Page>
      <TopicCard debate={debate} speaking={speaking?.turnNumber}>
        <Row css={{ gap: "2" }}>
          <TopicActions debate={debate} />
          <Reactions debate={debate} isVisitor={isVisitor} />
          {may(viewer, "delete", debate) && (
            <DeleteDebate
              debateId={debate.id}
              onDeleted={() => navigate("/")}
              css={{ minW: "touch", px: { base: "3", md: "4" } }}
            >
              <Trash2 size={16} />
              <OnWideScreens>Delete</OnWideScreens>
            </DeleteDebate>
          )}
        </Row>
      </TopicCard>
      <Corners>
        <Scoreboard debate={debate} scores={scores} isVisitor={isVisitor} />
        <StandInNotice speakers={[debate.botAProvider, debate.botBProvider]} />
      </Corners>
      <Speeches ref={speeches} aria-label="The debate">
        {turns.length === 0 && (
          <EmptyState look="slim" title="The stage is set.">
            {mayStep
              ? "Ask for the first turn to open the debate."
              : "The debate has not begun yet."}
          </EmptyState>
        )}
        <TurnList debate={debate} turns={turns} isJudged={!isVisitor} Controls={TurnControls} />
        {isGated(isVisitor, debate) && <VisitorGate />}
        <End ref={end} />
      </Speeches>
      <Announcer debate={debate} turns={turns} />
      {isCompleted && !isVisitor && (
        <>
          <After>
            <ResultsCard debate={debate} />
            <WinnerVote debate={debate} />
          </After>
          <KeepAndShare debate={debate} turns={turns}>
            <KeepActions debate={debate} />
          </KeepAndShare>
        </>
      )}
      {isCompleted && isVisitor && <SignInToVote />}
      <Bottom ref={dock} data-dock>
        <ConnectionBanner />
        {speaking && !isAtEnd && (
          <Button onClick={jump} css={{ boxShadow: "float", bg: "raised" }}>
            <ArrowDown size={16} />
            Jump to live
          </Button>
        )}
        <Deck>
          <FloatingPlayer debate={debate} turns={turns} />
          {debate.refunded && viewer?.id === debate.userId && <RefundNote mayRestart={mayGoOn} />}
          {mayGoOn && <Dock debate={debate} turns={turns} nextTurn={nextTurn} onAsk={ask} />}
        </Deck>
      </Bottom>
    </Page>
  );
};
