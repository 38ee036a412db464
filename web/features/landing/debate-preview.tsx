import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import type { Provider } from "#shared/domain/provider.ts";
import { type Role, SIDE_LABEL } from "#shared/domain/side.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Caret } from "#web/components/ui/caret.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { TugBar } from "#web/components/debate/tug-bar.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { scoreText } from "#web/lib/format.ts";
import { LONGEST } from "./exchanges.ts";
import { useExchange } from "./use-exchange.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { panel } from "#web/components/theme/surfaces.ts";

const Frame = styled("figure", {
  base: {
    ...panel,
    position: "relative",
    display: "grid",
    gap: "4",
    p: { base: "5", md: "7" },
    bgImage:
      "radial-gradient(120% 90% at 0% 0%, {colors.forTint}, transparent 60%), radial-gradient(120% 90% at 100% 100%, {colors.againstTint}, transparent 60%)",
  },
});

const Motion = styled("figcaption", {
  base: { pe: "10", fontFamily: "display", fontWeight: 650, fontSize: "17", lineHeight: 1.3 },
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
const Control = styled("div", { base: { position: "absolute", top: "3", right: "3" } });
const Score = styled("span", {
  base: { minW: "1.8em", textAlign: "center" },
  variants: { side: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

const Result = styled("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "auto 1fr auto",
    alignItems: "center",
    gap: "4",
    fontFamily: "display",
    fontWeight: 700,
    fontSize: "20",
    fontVariantNumeric: "tabular-nums",
  },
});

/** One over the other. */
const Layers = styled("span", { base: { display: "grid", "& > *": { gridArea: "1 / 1" } } });
const Unseen = styled("span", { base: { visibility: "hidden" } });

/** Words in as much room as the longest that will stand here: nothing moves as they come and go. */
const Roomy = ({ longest, children }: { longest: string; children: ReactNode }) => (
  <Layers>
    <Unseen aria-hidden="true">{longest}</Unseen>
    <span>{children}</span>
  </Layers>
);

interface SpeakingProps {
  side: Role;
  speech: { provider: Provider; words: string[] };
  longest: string;
  said: number;
  isSpeaking: boolean;
}

const Speaking = ({ side, speech, longest, said, isSpeaking }: SpeakingProps) => (
  <Speech side={side}>
    <Face>
      <RobotFace side={side} mood={isSpeaking ? "speaking" : "listening"} />
    </Face>
    <Speaker side={side}>
      {SIDE_LABEL[side]} · {useProviderLabel()(speech.provider)}
    </Speaker>
    <p>
      <Roomy longest={longest}>
        {speech.words.slice(0, said).join(" ")}
        <Caret hidden={!isSpeaking} />
      </Roomy>
    </p>
  </Speech>
);

/** A debate in small, as it looks live: what the product is, without a word about it. */
export const DebatePreview = () => {
  const { shown, isPlaying, setPlaying } = useExchange();
  const { exchange, wordsFor, wordsAgainst, isOver } = shown;
  const isForDone = wordsFor === exchange.for.words.length;
  const scores = isOver ? exchange.scores : { botA: null, botB: null };
  return (
    <Frame>
      <Motion>
        <Roomy longest={LONGEST.motion}>{exchange.motion}</Roomy>
      </Motion>
      <Control>
        <Button
          look="ghost"
          size="icon"
          aria-label={isPlaying ? "Pause the preview" : "Play the preview"}
          onClick={() => setPlaying(!isPlaying)}
        >
          {isPlaying ? <Pause size={16} /> : <Play size={16} />}
        </Button>
      </Control>
      <Speaking
        side="bot_a"
        speech={exchange.for}
        longest={LONGEST.for}
        said={wordsFor}
        isSpeaking={!isForDone}
      />
      <Speaking
        side="bot_b"
        speech={exchange.against}
        longest={LONGEST.against}
        said={wordsAgainst}
        isSpeaking={isForDone && !isOver}
      />
      <Result>
        <Score side="bot_a">{scoreText(scores.botA)}</Score>
        <TugBar scores={scores} size="thick" />
        <Score side="bot_b">{scoreText(scores.botB)}</Score>
      </Result>
    </Frame>
  );
};
