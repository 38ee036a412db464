import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { can } from "#shared/domain/accounts/permissions.ts";
import { isRefusedByProvider } from "#shared/domain/debates/turn.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { BackToDebatesLink } from "#web/components/debate/back-to-debates-link.tsx";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { FakeProviderNotice } from "#web/components/debate/fake-provider-notice.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { DebateActions, DownloadAndShare } from "./actions/debate-actions.tsx";
import type { DebateSlots, AudibleTurn, DisplayedDebate } from "./debate-slots.ts";
import { ScreenReaderAnnouncer } from "./following/screen-reader-announcer.tsx";
import { JumpToLiveButton } from "./following/jump-to-live-button.tsx";
import { useBottomBarHeight } from "./following/use-bottom-bar-height.ts";
import { useAutoScroll } from "./following/use-auto-scroll.ts";
import { DebateIntro } from "./debate-intro.tsx";
import {
  ResultColumn,
  BottomBar,
  BottomPanel,
  EndMarker,
  DebateEnding,
  LecternGrid,
  AboveBottomBar,
  DebateRemarks,
  SpeechColumn,
  DebateStage,
} from "./debate-layout.tsx";
import { ConnectionBanner } from "./live/connection-banner.tsx";
import { useDebateSubscription } from "./live/use-debate-subscription.ts";
import { CoveredMomentum, MomentumPanel } from "./momentum/momentum-panel.tsx";
import { useVerdictReveal } from "./result/use-verdict-reveal.ts";
import { VerdictCard } from "./result/verdict-card.tsx";
import { VerdictPendingCard } from "./result/verdict-pending-card.tsx";
import { ModerationNotice } from "./moderation/moderation-notice.tsx";
import { Scoreboard } from "./scoreboard/scoreboard.tsx";
import { Lectern } from "./stage/lectern.tsx";
import { StageBar } from "./stage/stage-bar.tsx";
import { useDeferredIntro } from "./stage/use-deferred-intro.ts";
import { useIsScrolledPast } from "./stage/use-is-scrolled-past.ts";
import { useSilentMarker } from "./stage/use-silent-marker.ts";
import { useStageState } from "./stage/use-stage-state.ts";
import { AutoPlayNote } from "./stepping/auto-play-note.tsx";
import { DebateControls } from "./stepping/debate-controls.tsx";
import { FailedTurnNote } from "./stepping/failed-turn-note.tsx";
import { SpendingLimitNote } from "./stepping/spending-limit-note.tsx";
import { ProviderOutageNote } from "./stepping/provider-outage-note.tsx";
import {
  findFailedTurn,
  getReachedTurnNumber,
  withRequestedTurn,
} from "./stepping/turn-progress.ts";
import { RefundNote } from "./stepping/refund-note.tsx";
import { useSetAutoPlay } from "./stepping/use-auto-play.ts";
import { useRequestNextTurn } from "./stepping/use-request-next-turn.ts";
import { FoldAllButton } from "./turns/fold-all-button.tsx";
import { NOTHING_FOLDED, getCurrentTurnNumber, computeFolding } from "./turns/turn-folding.ts";
import { TurnList } from "./turns/turn-list.tsx";
import { hasLockedTurns, VisitorGate } from "./visitor-gate.tsx";
import { SignInToVote, WinnerVoteCard } from "./voting/winner-vote-card.tsx";

/** Minimum number of finished turns for the fold button. */
const MIN_FOLDABLE_TURNS = 4;

interface DebateViewProps extends DisplayedDebate {
  viewer: Viewer;
  slots: DebateSlots;
}

/** The initial layout. It stays fixed, so that nothing moves while the page is read. */
const useInitialLayout = (debate: Debate, turns: readonly Turn[], isVisitor: boolean) =>
  useState(() => {
    const isStage = debate.status !== "completed";
    const current = getCurrentTurnNumber(turns);
    const isRunning = isStage && current !== undefined;
    // Visitors who already see all their turns read from the start.
    const isOver = isVisitor && debate.currentTurn >= VISITOR_MAX_TURNS;
    const folding = isRunning && !isOver ? computeFolding(current) : NOTHING_FOLDED;
    return { isStage, isRunning, folding, openedAt: debate.currentTurn };
  })[0];

interface DebateBodyProps extends DebateViewProps {
  heard: AudibleTurn;
  /** The current data, which may be ahead of the delayed `debate` and `turns`. */
  known: DisplayedDebate;
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
  const autoPlay = useSetAutoPlay(toldDebate.id);
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
  const { isRunning, folding, openedAt, ...opening } = useInitialLayout(debate, told, isVisitor);
  const isTopicRefused = debate.refusal !== null;
  // A refused debate never has a running turn.
  const isStage = opening.isStage && !isTopicRefused;
  const nextTurn = useRequestNextTurn(debate.id);
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
  const dock = useBottomBarHeight();
  const isIntroLeftOut = useDeferredIntro(isRunning, intro);
  // On a stage the bar replaces only the motion, otherwise the scores as well.
  const isSummedUp = useIsScrolledPast(isStage ? motion : intro, isRunning);
  const { isAtEnd, jump, lead } = useAutoScroll(speeches, end);

  const verdict = useVerdictReveal(debate, viewer);
  const [watched, setWatched] = useState(0);
  const { sides, scored, speaking, winner, inProgress } = useStageState({
    debate,
    turns,
    isTold: verdict.isTold,
    heard,
  });
  useSilentMarker(stage, inProgress?.content.length ?? 0, heard !== null);

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
  const mayStep = isOpen && can(viewer, "step", debate);
  const mayPause = can(viewer, "directAutoPlay", debate);
  const failed = findFailedTurn(turns);
  const mayPayAgain = !debate.refunded || viewer?.id === debate.userId;
  const mayRestart = isOpen && can(viewer, "restart", debate) && mayPayAgain;
  const mayGoOn = failed ? mayRestart && !isRefusedByProvider(failed.error) : mayStep;
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
  const vote = <WinnerVoteCard key="vote" debate={debate} />;
  const standIns = <FakeProviderNotice speakers={providers} />;
  const remarks = (
    <DebateRemarks look={look}>
      {isRunning && standIns}
      {finished >= MIN_FOLDABLE_TURNS && (
        <FoldAllButton within={speeches} isFolded={folding !== NOTHING_FOLDED} />
      )}
    </DebateRemarks>
  );

  return (
    <>
      <DebateIntro
        ref={intro}
        topicRef={holdMotion}
        debate={debate}
        isHidden={isIntroLeftOut && !isTopicRefused}
        hasHeading={!hasTopBar}
        hasBar={isStage}
        isWide={isStage}
        before={!hasTopBar && <BackToDebatesLink />}
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
      </DebateIntro>
      {!isTopicRefused && (
        <StageBar
          ref={bar}
          topic={debate.topic}
          look={isStage ? "always" : "later"}
          isTop={isRunning}
          isUnderMotion={!isSummedUp}
          sides={sides}
          isScored={!isVisitor}
          reached={getReachedTurnNumber(debate, turns)}
          maxTurns={debate.maxTurns}
          speaking={speaking}
          hasAutoPlay={!isCompleted && debate.autoPlay.on}
          isLive={
            !isCompleted &&
            (speaking !== null || debate.autoPlay.on || debate.currentTurn > openedAt)
          }
        />
      )}
      <DebateStage
        ref={stage}
        look={look}
        isScored={!isVisitor}
        isBefore={isBefore}
        isOver={isCompleted}
        data-stage={isStage || undefined}
      >
        {remarks}
        <LecternGrid>
          {isStage &&
            sides.map((side) => (
              <Lectern
                key={side.role}
                side={side}
                isScored={!isVisitor && !isBefore}
                scoredTurns={scored.filter(({ role }) => role === side.role).length}
              />
            ))}
          <SpeechColumn ref={speeches} aria-label="The debate" look={look}>
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
            {hasLockedTurns(isVisitor, debate) && <VisitorGate />}
            {isCompleted && !isVisitor && (
              <ResultColumn look={look}>
                {verdict.phase === "asked" && vote}
                {verdict.phase === "asked" && (
                  <VerdictPendingCard debate={debate} isDue={verdict.isDue} onShow={watch} />
                )}
                {verdict.isTold && (
                  <VerdictCard
                    key={watched}
                    ref={scene}
                    debate={debate}
                    scored={scored}
                    isScene={isScene}
                    onReplay={watch}
                  />
                )}
                {verdict.isTold && vote}
              </ResultColumn>
            )}
            <EndMarker ref={end} />
          </SpeechColumn>
        </LecternGrid>
        <ScreenReaderAnnouncer
          debate={debate}
          turns={turns}
          isAsking={isAsking}
          viewer={viewer}
          isDue={verdict.isDue}
          isTold={verdict.isTold}
        />
        {isCompleted && (
          <DebateEnding look={look}>
            {isVisitor ? (
              <SignInToVote />
            ) : (
              <DownloadAndShare debate={debate} KeepActions={KeepActions} />
            )}
          </DebateEnding>
        )}
      </DebateStage>
      <BottomBar ref={dock} data-dock>
        <AboveBottomBar>
          <ConnectionBanner />
          {speaking && !isAtEnd && (
            <JumpToLiveButton turnNumber={speaking.turnNumber} onJump={jump} />
          )}
        </AboveBottomBar>
        {isStage && isOpen && (
          <BottomPanel part="momentum" data-deck>
            {momentum}
          </BottomPanel>
        )}
        <BottomPanel part="controls" data-deck>
          <FloatingPlayer {...known} />
          {!isTopicRefused && !hasLockedTurns(isVisitor, debate) && (
            <ProviderOutageNote debate={debate} turns={turns} />
          )}
          {isOpen && <FailedTurnNote failed={failed} mayRestart={mayGoOn} />}
          {debate.refunded && !isTopicRefused && viewer?.id === debate.userId && (
            <RefundNote mayRestart={mayGoOn} />
          )}
          <SpendingLimitNote debate={debate} viewer={viewer} />
          <AutoPlayNote {...debate.autoPlay} isLocked={mayGoOn && !mayPause} />
          {mayGoOn && (
            <DebateControls
              debate={debate}
              turns={turns}
              nextTurn={nextTurn}
              mayPause={mayPause}
              autoPlay={autoPlay}
              onAsk={ask}
              onFollow={jump}
            />
          )}
        </BottomPanel>
      </BottomBar>
    </>
  );
};

/** A debate's page: motion, sides, speeches and controls. */
export const DebateView = (props: DebateViewProps) => {
  useDebateSubscription(props.debate.id);
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
