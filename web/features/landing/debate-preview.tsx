import { queryOptions, useQuery } from "@tanstack/react-query";
import { ArrowRight, Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import type { ListedDebate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { getProviderOfRole, type Role, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { toPlainText } from "#shared/domain/text/plain-text.ts";
import { LANDING_TURNS } from "#shared/domain/debates/landing-debate.ts";
import { extractLeadingSentences } from "#shared/domain/text/sentence-excerpts.ts";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Button, ButtonLink } from "#web/components/ui/controls/button.tsx";
import { Caret } from "#web/components/ui/content/caret.tsx";
import { Muted, Row } from "#web/components/ui/content/typography.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { request } from "#web/lib/api/request.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";
import { useWordPlayback } from "./use-word-playback.ts";

/** Maximum length of each speech's excerpt, in characters. */
const MAX_SPEECH_LENGTH = 230;

const Frame = styled("figure", {
  base: {
    ...panelSurface,
    display: "grid",
    gap: "4",
    p: { base: "5", md: "7" },
    bgImage:
      "radial-gradient(120% 90% at 0% 0%, {colors.forTint}, transparent 60%), radial-gradient(120% 90% at 100% 100%, {colors.againstTint}, transparent 60%)",
  },
});

const Motion = styled("figcaption", {
  base: { fontFamily: "display", fontWeight: 650, fontSize: "20", lineHeight: 1.3 },
});

const Speech = styled("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "auto 1fr",
    columnGap: "3",
    w: { base: "94%", md: "88%" },
    p: "4",
    bg: "raised",
    borderRadius: "card",
    borderWidth: "1px",
    borderColor: "line",
    alignContent: "start",
  },
  variants: { side: { bot_a: {}, bot_b: { justifySelf: "end" } } },
});

const Speaker = styled("p", {
  base: { fontSize: "13", fontWeight: 650 },
  variants: { side: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

const Face = styled("div", { base: { gridRow: "1 / 3" } });
const Faces = styled(Row, { base: { justifyContent: "center", gap: "10", py: "8" } });

/** Shows the revealed words on top of the full, invisible text, which reserves the space. */
const Layers = styled("p", { base: { display: "grid", "& > *": { gridArea: "1 / 1" } } });
const HiddenFullText = styled("span", { base: { visibility: "hidden" } });

interface PreviewSpeechProgressProps {
  side: Role;
  name: string;
  text: string;
  revealedWords: number;
  isSpeaking: boolean;
}

const PreviewSpeechProgress = ({
  side,
  name,
  text,
  revealedWords,
  isSpeaking,
}: PreviewSpeechProgressProps) => (
  <Speech side={side}>
    <Face>
      <RobotFace side={side} mood={isSpeaking ? "speaking" : "listening"} />
    </Face>
    <Speaker side={side}>
      {SIDE_LABEL[side]} · {name}
    </Speaker>
    <Layers dir="auto">
      <HiddenFullText aria-hidden="true">{text}</HiddenFullText>
      <span>
        {text.split(" ").slice(0, revealedWords).join(" ")}
        <Caret hidden={!isSpeaking} />
      </span>
    </Layers>
  </Speech>
);

const countWords = (text: string): number => text.split(" ").length;

interface PreviewStageProps {
  debate: ListedDebate;
  speeches: readonly { role: Role; text: string }[];
}

const PreviewStage = ({ debate, speeches }: PreviewStageProps) => {
  const getProviderLabel = useProviderLabel();
  const countWordsBefore = (index: number) =>
    speeches.slice(0, index).reduce((sum, { text }) => sum + countWords(text), 0);
  const length = countWordsBefore(speeches.length);
  const { said: revealedWords, isPlaying, toggle } = useWordPlayback(length);
  return (
    <Frame>
      <Motion dir="auto">{debate.topic}</Motion>
      {speeches.map(({ role, text }, index) => {
        const revealed = Math.min(
          Math.max(revealedWords - countWordsBefore(index), 0),
          countWords(text),
        );
        const isCurrent = revealedWords >= countWordsBefore(index) && revealed < countWords(text);
        return (
          <PreviewSpeechProgress
            key={role}
            side={role}
            name={getProviderLabel(getProviderOfRole(role, debate))}
            text={text}
            revealedWords={revealed}
            isSpeaking={isPlaying && isCurrent}
          />
        );
      })}
      <Row css={{ justifyContent: "space-between" }}>
        <ButtonLink to={`/debate/${debate.id}`}>
          Open this debate
          <ArrowRight size={16} />
        </ButtonLink>
        <Button variant="ghost" onClick={toggle} css={{ minW: "6.5rem" }}>
          {isPlaying ? <Pause size={16} /> : <Play size={16} />}
          {isPlaying ? "Pause" : "Play"}
        </Button>
      </Row>
    </Frame>
  );
};

const EmptyPreview = ({ children }: { children?: ReactNode }) => (
  <Frame>
    <Faces>
      <RobotFace side="bot_a" size="xl" mood="calm" />
      <RobotFace side="bot_b" size="xl" mood="calm" />
    </Faces>
    {children}
  </Frame>
);

const previewTurnsQuery = (debateId: number | undefined) =>
  queryOptions({
    queryKey: [`/api/debates/${debateId ?? 0}/turns`] as const,
    queryFn: ({ queryKey, signal }) => request<Turn[]>("GET", queryKey[0], { signal }),
    enabled: debateId !== undefined,
  });

/** Replays the beginning of a debate. `undefined`: still loading; `null`: there is no debate. */
export const DebatePreview = ({ debate }: { debate: ListedDebate | null | undefined }) => {
  const { data: turns, isError } = useQuery(previewTurnsQuery(debate?.id));
  const speeches = (turns ?? [])
    .filter(({ content, status }) => content !== "" && status === "complete")
    .slice(0, LANDING_TURNS)
    .map(({ role, content }) => ({
      role,
      text: extractLeadingSentences(toPlainText(content).replaceAll("\n", " "), MAX_SPEECH_LENGTH),
    }));
  if (debate && speeches.length === LANDING_TURNS)
    return <PreviewStage key={debate.id} debate={debate} speeches={speeches} />;
  const isUnknown = debate === undefined || (debate !== null && !turns && !isError);
  return (
    <EmptyPreview>
      {!isUnknown && (
        <>
          <Motion css={{ textAlign: "center" }}>No finished debates yet</Motion>
          <Muted css={{ textAlign: "center" }}>Start the first one.</Muted>
        </>
      )}
    </EmptyPreview>
  );
};
