import { queryOptions, useQuery } from "@tanstack/react-query";
import { ArrowRight, Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import type { ListedDebate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { providerOf, type Role, SIDE_LABEL } from "#shared/domain/side.ts";
import { plainText } from "#shared/domain/spoken-text.ts";
import { STAGED_TURNS } from "#shared/domain/staged-debate.ts";
import { beginning } from "#shared/domain/whole-sentences.ts";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Button, ButtonLink } from "#web/components/ui/button.tsx";
import { Caret } from "#web/components/ui/caret.tsx";
import { Muted, Row } from "#web/components/ui/text.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { request } from "#web/lib/request.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { panel } from "#web/components/theme/surfaces.ts";
import { usePlaying } from "./use-playing.ts";

/** Length of each speech's excerpt, in characters. */
const PLAYED = 230;

const Frame = styled("figure", {
  base: {
    ...panel,
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

/** Overlays the revealed words on the full invisible text, which reserves the space. */
const Layers = styled("p", { base: { display: "grid", "& > *": { gridArea: "1 / 1" } } });
const Unseen = styled("span", { base: { visibility: "hidden" } });

interface SpeakingProps {
  side: Role;
  name: string;
  text: string;
  /** Number of revealed words. */
  said: number;
  isSpeaking: boolean;
}

const Speaking = ({ side, name, text, said, isSpeaking }: SpeakingProps) => (
  <Speech side={side}>
    <Face>
      <RobotFace side={side} mood={isSpeaking ? "speaking" : "listening"} />
    </Face>
    <Speaker side={side}>
      {SIDE_LABEL[side]} · {name}
    </Speaker>
    <Layers dir="auto">
      <Unseen aria-hidden="true">{text}</Unseen>
      <span>
        {text.split(" ").slice(0, said).join(" ")}
        <Caret hidden={!isSpeaking} />
      </span>
    </Layers>
  </Speech>
);

const countWords = (text: string): number => text.split(" ").length;

interface StageProps {
  debate: ListedDebate;
  speeches: readonly { role: Role; text: string }[];
}

const Stage = ({ debate, speeches }: StageProps) => {
  const labelOf = useProviderLabel();
  const before = (place: number) =>
    speeches.slice(0, place).reduce((sum, { text }) => sum + countWords(text), 0);
  const length = before(speeches.length);
  const { said, isPlaying, toggle } = usePlaying(length);
  return (
    <Frame>
      <Motion dir="auto">{debate.topic}</Motion>
      {speeches.map(({ role, text }, place) => {
        const own = Math.min(Math.max(said - before(place), 0), countWords(text));
        const isTheirs = said >= before(place) && own < countWords(text);
        return (
          <Speaking
            key={role}
            side={role}
            name={labelOf(providerOf(role, debate))}
            text={text}
            said={own}
            isSpeaking={isPlaying && isTheirs}
          />
        );
      })}
      <Row css={{ justifyContent: "space-between" }}>
        <ButtonLink to={`/debate/${debate.id}`}>
          Open this debate
          <ArrowRight size={16} />
        </ButtonLink>
        <Button look="ghost" onClick={toggle} css={{ minW: "6.5rem" }}>
          {isPlaying ? <Pause size={16} /> : <Play size={16} />}
          {isPlaying ? "Pause" : "Play"}
        </Button>
      </Row>
    </Frame>
  );
};

const Empty = ({ children }: { children?: ReactNode }) => (
  <Frame>
    <Faces>
      <RobotFace side="bot_a" size="xl" mood="calm" />
      <RobotFace side="bot_b" size="xl" mood="calm" />
    </Faces>
    {children}
  </Frame>
);

const turnsQuery = (debateId: number | undefined) =>
  queryOptions({
    queryKey: [`/api/debates/${debateId ?? 0}/turns`] as const,
    queryFn: ({ queryKey, signal }) => request<Turn[]>("GET", queryKey[0], { signal }),
    enabled: debateId !== undefined,
  });

/** Replays the beginning of a debate. undefined: still loading; null: there is none. */
export const DebatePreview = ({ debate }: { debate: ListedDebate | null | undefined }) => {
  const { data: turns, isError } = useQuery(turnsQuery(debate?.id));
  const speeches = (turns ?? [])
    .filter(({ content, status }) => content !== "" && status === "complete")
    .slice(0, STAGED_TURNS)
    .map(({ role, content }) => ({
      role,
      text: beginning(plainText(content).replaceAll("\n", " "), PLAYED),
    }));
  if (debate && speeches.length === STAGED_TURNS)
    return <Stage key={debate.id} debate={debate} speeches={speeches} />;
  const isUnknown = debate === undefined || (debate !== null && !turns && !isError);
  return (
    <Empty>
      {!isUnknown && (
        <>
          <Motion css={{ textAlign: "center" }}>The stage is set</Motion>
          <Muted css={{ textAlign: "center" }}>
            No debate has come to its end here yet. The first could be yours.
          </Muted>
        </>
      )}
    </Empty>
  );
};
