import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { may } from "#shared/domain/rights.ts";
import { isRefused } from "#shared/domain/turn.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";
import { BackToDebates } from "#web/components/debate/back-to-debates.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { StandInNotice } from "#web/components/debate/stand-in-notice.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { DebateActions, KeepAndShare } from "./actions/debate-actions.tsx";
import type { DebateSlots, HeardTurn, Shown } from "./debate-slots.ts";
import { Announcer } from "./following/announcer.tsx";
import { JumpButton } from "./following/jump-button.tsx";
import { useDockHeight } from "./following/use-dock-height.ts";
import { useFollow } from "./following/use-follow.ts";
import { Intro } from "./intro.tsx";
import {
  After,
  Bottom,
  Deck,
  End,
  Ending,
  Lecterns,
  Over,
  Remarks,
  Speeches,
  Stage,
} from "./layout.tsx";
import { ConnectionBanner } from "./live/connection-banner.tsx";
import { useLiveDebate } from "./live/use-live-debate.ts";
import { CoveredMomentum, MomentumPanel } from "./momentum/momentum-panel.tsx";
import { useVerdict } from "./result/use-verdict.ts";
import { Verdict } from "./result/verdict.tsx";
import { VerdictAsked } from "./result/verdict-asked.tsx";
import { ModerationNotice } from "./moderation/moderation-notice.tsx";
import { Scoreboard } from "./scoreboard/scoreboard.tsx";
import { Lectern } from "./stage/lectern.tsx";
import { StageBar } from "./stage/stage-bar.tsx";
import { useEntry } from "./stage/use-entry.ts";
import { useOutOfSight } from "./stage/use-out-of-sight.ts";
import { useSilence } from "./stage/use-silence.ts";
import { useStand } from "./stage/use-stand.ts";
import { AutoPlayNote } from "./stepping/auto-play-note.tsx";
import { Dock } from "./stepping/dock.tsx";
import { FailureNote } from "./stepping/failure-note.tsx";
import { LimitNote } from "./stepping/limit-note.tsx";
import { OutageNote } from "./stepping/outage-note.tsx";
import { failedTurn, turnReached, withRequestedTurn } from "./stepping/progress.ts";
import { RefundNote } from "./stepping/refund-note.tsx";
import { useAutoPlay } from "./stepping/use-auto-play.ts";
import { useNextTurn } from "./stepping/use-next-turn.ts";
import { FoldAll } from "./turns/fold-all.tsx";
import { ALL_IN_FULL, currentTurnOf, foldingOf } from "./turns/folding.ts";
import { TurnList } from "./turns/turn-list.tsx";
import { isGated, VisitorGate } from "./visitor-gate.tsx";
import { SignInToVote, WinnerVote } from "./voting/winner-vote.tsx";

/** Minimum number of finished turns for the fold button. */
const LONG = 4;

interface DebateViewProps extends Shown {
  viewer: Viewer;
  slots: DebateSlots;
}

/** The initial layout. It stays fixed, so that nothing moves while the page is read. */
const useOpening = (debate: Debate, turns: readonly Turn[], isVisitor: boolean) =>
  useState(() => {
    const isStage = debate.status !== "completed";
    const current = currentTurnOf(turns);
    const isRunning = isStage && current !== undefined;
    // Visitors who already see all their turns read from the start.
    const isOver = isVisitor && debate.currentTurn >= VISITOR_TURNS;
    const folding = isRunning && !isOver ? foldingOf(current) : ALL_IN_FULL;
    return { isStage, isRunning, folding, openedAt: debate.currentTurn };
  })[0];

interface DebateBodyProps extends DebateViewProps {
  heard: HeardTurn;
  /** The current data, which may be ahead of the delayed `debate` and `turns`. */
  known: Shown;
}

const DebateBody = ({
  debate: toldDebate,
  turns: told,
  known,
  viewer,
  slots,
  heard,
}: DebateBodyProps) => {
  const { TopicActions, TurnControls, FloatingPlayer, KeepActions } = slots;
  const autoPlay = useAutoPlay(toldDebate.id);
  const { isPending: isSwitching, variables: isOn } = autoPlay;
  const me = useAuth().user;
  // Optimistic update of Auto-Play.
  const debate = useMemo(() => {
    if (!isSwitching) return toldDebate;
    const by = isOn && me ? { id: me.id, username: me.username } : null;
    return { ...toldDebate, autoPlay: { ...toldDebate.autoPlay, on: isOn, by } };
  }, [isSwitching, isOn, me, toldDebate]);
  const isVisitor = viewer === null;
  const isCompleted = debate.status === "completed";
  const { isRunning, folding, openedAt, ...opening } = useOpening(debate, told, isVisitor);
  const isTopicRefused = debate.refusal !== null;
  // A refused debate never has a running turn.
  const isStage = opening.isStage && !isTopicRefused;
  const nextTurn = useNextTurn(debate.id);
  const { mutate, isPending: isAsking } = nextTurn;
  const turns = useMemo(
    () => (isAsking ? withRequestedTurn(debate, told) : told),
    [isAsking, debate, told],
  );

  const intro = useRef<HTMLElement>(null);
  const motion = useRef<HTMLElement>(null);
  const holdMotion = useCallback((element: HTMLElement | null) => {
    motion.current = element;
  }, []);
  const bar = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const speeches = useRef<HTMLElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const scene = useRef<HTMLElement>(null);
  const dock = useDockHeight();
  const isIntroLeftOut = useEntry(isRunning, intro);
  // On a stage the bar replaces only the motion, otherwise the scores as well.
  const isSummedUp = useOutOfSight(isStage ? motion : intro, isRunning);
  const { isAtEnd, jump, lead } = useFollow(speeches, end);

  const verdict = useVerdict(debate, viewer);
  const [watched, setWatched] = useState(0);
  const { sides, scored, speaking, winner, inProgress } = useStand({
    debate,
    turns,
    isTold: verdict.isTold,
    heard,
  });
  useSilence(stage, inProgress?.content.length ?? 0, heard !== null);

  const isScene = verdict.phase === "scene";
  useEffect(() => {
    if (!isScene) return;
    lead(scene.current);
    // Moves the focus to the verdict if the button that had it has disappeared.
    const hasVoted = scene.current?.parentElement?.contains(document.activeElement);
    if (watched > 0 || hasVoted) scene.current?.focus({ preventScroll: true });
  }, [isScene, watched, lead]);

  /** Requests the next turn and scrolls to it. */
  const ask = useCallback(() => {
    mutate();
    jump();
  }, [mutate, jump]);
  const watch = () => {
    verdict.show();
    setWatched((count) => count + 1);
  };

  const hasTopBar = isRunning && !isTopicRefused;
  const isOpen = !isCompleted && !isTopicRefused;
  const mayStep = isOpen && may(viewer, "step", debate);
  const mayPause = may(viewer, "directAutoPlay", debate);
  const failed = failedTurn(turns);
  const mayPayAgain = !debate.refunded || viewer?.id === debate.userId;
  const mayRestart = isOpen && may(viewer, "restart", debate) && mayPayAgain;
  const mayGoOn = failed ? mayRestart && !isRefused(failed.error) : mayStep;
  const providers = [debate.botAProvider, debate.botBProvider] as const;
  const finished = turns.filter(({ status }) => status === "complete").length;
  const look = isStage ? "stage" : "reading";
  // Failed turns do not count as a beginning.
  const isBefore = turns.every(({ status }) => status === "failed");
  const momentum = isVisitor ? (
    <CoveredMomentum />
  ) : (
    <MomentumPanel
      scored={scored}
      maxTurns={debate.maxTurns}
      judge={debate.judge}
      speakers={providers}
      isOver={isCompleted}
    />
  );

  /* The key keeps its state when the verdict is inserted before it. */
  const vote = <WinnerVote key="vote" debate={debate} />;
  const standIns = <StandInNotice speakers={providers} />;
  const remarks = (
    <Remarks look={look}>
      {isRunning && standIns}
      {finished >= LONG && <FoldAll within={speeches} isFolded={folding !== ALL_IN_FULL} />}
    </Remarks>
  );

  return (
    <>
      <Intro
        ref={intro}
        topicRef={holdMotion}
        debate={debate}
        isHidden={isIntroLeftOut && !isTopicRefused}
        hasHeading={!hasTopBar}
        hasBar={isStage}
        isWide={isStage}
        before={!hasTopBar && <BackToDebates />}
      >
        <DebateActions
          TopicActions={TopicActions}
          KeepActions={KeepActions}
          debate={debate}
          viewer={viewer}
        />
        {!isRunning && !isTopicRefused && standIns}
        {!isStage && !isTopicRefused && (
          <Scoreboard sides={sides} winner={winner} isVisitor={isVisitor}>
            {momentum}
          </Scoreboard>
        )}
      </Intro>
      {!isTopicRefused && (
        <StageBar
          ref={bar}
          topic={debate.topic}
          look={isStage ? "always" : "later"}
          isTop={isRunning}
          isUnderMotion={!isSummedUp}
          sides={sides}
          isScored={!isVisitor}
          reached={turnReached(debate, turns)}
          maxTurns={debate.maxTurns}
          speaking={speaking}
          hasAutoPlay={!isCompleted && debate.autoPlay.on}
          isLive={
            !isCompleted &&
            (speaking !== null || debate.autoPlay.on || debate.currentTurn > openedAt)
          }
        />
      )}
      <Stage
        ref={stage}
        look={look}
        isScored={!isVisitor}
        isBefore={isBefore}
        isOver={isCompleted}
        data-stage={isStage || undefined}
      >
        {remarks}
        <Lecterns>
          {isStage &&
            sides.map((side) => (
              <Lectern
                key={side.role}
                side={side}
                isScored={!isVisitor && !isBefore}
                scoredTurns={scored.filter(({ role }) => role === side.role).length}
              />
            ))}
          <Speeches ref={speeches} aria-label="The debate" look={look}>
            <ModerationNotice debate={debate} />
            {turns.length === 0 && !isTopicRefused && (
              <EmptyState look="slim" title="Ready when you are.">
                {mayStep ? "Press Next Turn to start the debate." : "This debate has not started."}
              </EmptyState>
            )}
            {!isTopicRefused && (
              <TurnList
                debate={debate}
                turns={turns}
                isJudged={!isVisitor}
                look={look}
                folding={folding}
                Controls={TurnControls}
              />
            )}
            {isGated(isVisitor, debate) && <VisitorGate />}
            {isCompleted && !isVisitor && (
              <After look={look}>
                {verdict.phase === "asked" && vote}
                {verdict.phase === "asked" && (
                  <VerdictAsked debate={debate} isDue={verdict.isDue} onShow={watch} />
                )}
                {verdict.isTold && (
                  <Verdict
                    key={watched}
                    ref={scene}
                    debate={debate}
                    scored={scored}
                    isScene={isScene}
                    onReplay={watch}
                  />
                )}
                {verdict.isTold && vote}
              </After>
            )}
            <End ref={end} />
          </Speeches>
        </Lecterns>
        <Announcer
          debate={debate}
          turns={turns}
          isAsking={isAsking}
          viewer={viewer}
          isDue={verdict.isDue}
          isTold={verdict.isTold}
        />
        {isCompleted && (
          <Ending look={look}>
            {isVisitor ? (
              <SignInToVote />
            ) : (
              <KeepAndShare debate={debate} KeepActions={KeepActions} />
            )}
          </Ending>
        )}
      </Stage>
      <Bottom ref={dock} data-dock>
        <Over>
          <ConnectionBanner />
          {speaking && !isAtEnd && <JumpButton turnNumber={speaking.turnNumber} onJump={jump} />}
        </Over>
        {isStage && isOpen && (
          <Deck part="momentum" data-deck>
            {momentum}
          </Deck>
        )}
        <Deck part="controls" data-deck>
          <FloatingPlayer {...known} />
          {!isTopicRefused && !isGated(isVisitor, debate) && (
            <OutageNote debate={debate} turns={turns} />
          )}
          {isOpen && <FailureNote failed={failed} mayRestart={mayGoOn} />}
          {debate.refunded && !isTopicRefused && viewer?.id === debate.userId && (
            <RefundNote mayRestart={mayGoOn} />
          )}
          <LimitNote debate={debate} viewer={viewer} />
          <AutoPlayNote {...debate.autoPlay} isLocked={mayGoOn && !mayPause} />
          {mayGoOn && (
            <Dock
              debate={debate}
              turns={turns}
              nextTurn={nextTurn}
              mayPause={mayPause}
              autoPlay={autoPlay}
              onAsk={ask}
              onFollow={jump}
            />
          )}
        </Deck>
      </Bottom>
    </>
  );
};

/** A debate's page: motion, sides, speeches and controls. */
export const DebateView = (props: DebateViewProps) => {
  useLiveDebate(props.debate.id);
  const { Heard } = props.slots;
  const { debate, turns } = props;
  return (
    <Heard debate={debate} turns={turns}>
      {(heard, shown) => (
        <DebateBody {...props} {...shown} known={{ debate, turns }} heard={heard} />
      )}
    </Heard>
  );
};
