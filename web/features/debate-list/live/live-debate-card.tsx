import { useId } from "react";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { AI_LABEL } from "#shared/domain/ai-label.ts";
import { FORMAT_LABEL } from "#shared/domain/debates/debate.ts";
import { getRoleOfTurn, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { SpeakerNames } from "#web/components/debate/speaker-names.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Caret } from "#web/components/ui/content/caret.tsx";
import { ScreenReaderText } from "#web/components/ui/content/typography.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import {
  DebateCardFrame,
  CardLine,
  CardTopic,
  FaceWithText,
  TopicLink,
  SpokenLine,
} from "../debate-card-frame.tsx";
import { LiveTurnLabel } from "../debate-status-line.tsx";
import type { ShownLiveDebate } from "./merge-live-debates.ts";
import { useWordReveal } from "./use-word-reveal.ts";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";

/** Height of `TextWindow`: five lines on phones, three elsewhere. */
const WINDOW_HEIGHT = "var(--window)";

/**
 * Has a constant height. Overflowing text is cut off at the top, and free space is at the bottom.
 */
const TextWindow = styled("div", {
  base: {
    display: "flex",
    flexDirection: "column-reverse",
    "--window": { base: "7.5em", md: "4.5em" },
    h: WINDOW_HEIGHT,
    fontSize: "17",
    overflow: "hidden",
    /* Room for the ellipsis between the face and the text. */
    px: "4",
    mx: "-4",
    _before: { content: "''", flex: "1" },
    /* An ellipsis beside the first visible line. Its height is 0 unless lines above are cut off. */
    "& > p": { position: "relative", ps: "2" },
    "& > p::after": {
      content: "'…'",
      position: "absolute",
      insetInlineEnd: "calc(100% - {spacing.2})",
      bottom: `calc(${WINDOW_HEIGHT} - 1.5em)`,
      h: `clamp(0px, (100% - ${WINDOW_HEIGHT} - 1px) * 99, 1.5em)`,
      overflow: "hidden",
    },
  },
});

const SilenceText = styled(SpokenLine, { base: { color: "muted" } });

const describeSilence = (
  { turnNumber, isSpeaking }: ShownLiveDebate,
  isVisitor: boolean,
): string => {
  if (isVisitor && turnNumber > VISITOR_MAX_TURNS)
    return `Past turn ${VISITOR_MAX_TURNS}. Sign up to read along.`;
  return isSpeaking || turnNumber === 0 ? "Thinking…" : "Waiting for the next turn.";
};

const RevealedSpeech = ({
  words,
  isSpeaking,
  language,
}: Pick<ShownLiveDebate, "isSpeaking" | "language"> & { words: SpokenWords }) => {
  const shownText = useWordReveal(words);
  return (
    <SpokenLine {...getTextAttributes(language)}>
      {bindPunctuation(shownText, language)}
      <Caret hidden={!isSpeaking} />
    </SpokenLine>
  );
};

type SpokenWords = NonNullable<ShownLiveDebate["words"]>;

/** A running debate with the text of its current turn. */
export const LiveDebateCard = ({ debate }: { debate: ShownLiveDebate }) => {
  const id = useId();
  const { user } = useAuth();
  const { status, turnNumber, maxTurns, isSpeaking, endedAtMs, words } = debate;
  const hasEnded = endedAtMs !== undefined;
  const role = getRoleOfTurn(Math.max(turnNumber, 1));
  return (
    <DebateCardFrame aria-labelledby={id} data-live={!hasEnded || undefined}>
      <CardLine>
        {hasEnded ? (
          <span>Ended</span>
        ) : (
          <LiveTurnLabel status={status} turn={turnNumber} of={maxTurns} />
        )}
        {FORMAT_LABEL[debate.format]} · {AI_LABEL}
      </CardLine>
      <CardTopic id={id} {...getTextAttributes(debate.language, debate.topic)}>
        <TopicLink to={`/debate/${debate.id}`}>
          {bindPunctuation(debate.topic, debate.language)}
        </TopicLink>
      </CardTopic>
      <FaceWithText>
        <RobotFace side={role} mood={isSpeaking ? "speaking" : "calm"} />
        <TextWindow>
          {words ? (
            <>
              <ScreenReaderText>{SIDE_LABEL[role]}: </ScreenReaderText>
              <RevealedSpeech words={words} isSpeaking={isSpeaking} language={debate.language} />
            </>
          ) : (
            <SilenceText>{describeSilence(debate, user === null)}</SilenceText>
          )}
        </TextWindow>
      </FaceWithText>
      <CardLine>
        <span>
          <SpeakerNames debate={debate} /> by {debate.owner.username}
        </span>
      </CardLine>
    </DebateCardFrame>
  );
};
