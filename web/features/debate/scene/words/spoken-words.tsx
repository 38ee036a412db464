import { Suspense, useEffect } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import { lazyInServerHtml } from "#web/lib/code-loading/lazy-component.tsx";
import type { JudgeWordsProps } from "./judge-words.tsx";
import { Captions } from "./scene-words.tsx";
import type { SceneWords } from "./use-scene-words.ts";

/* Loaded separately, because the judge says nothing before the end of the first turn. */
const JudgeWords = lazyInServerHtml<JudgeWordsProps>(
  "judge-words",
  () => import("./judge-words.tsx"),
);

interface SpokenWordsProps {
  debate: Debate;
  words: SceneWords;
  /** The side whose turn is shown. */
  role: Role;
  voice?: JudgeWordsProps["voice"];
}

/** The caption of a turn, or the judge's quote and ruling after it. */
export const SpokenWords = ({ debate, words, role, voice }: SpokenWordsProps) => {
  const { caption, judged } = words;
  useEffect(() => {
    JudgeWords.preload().catch(() => undefined);
  }, []);
  if (judged)
    return (
      <Suspense>
        <JudgeWords debate={debate} words={words} turn={judged} voice={voice} />
      </Suspense>
    );
  return caption && <Captions caption={caption} role={role} />;
};
