import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import { Captions } from "./captions.tsx";
import { JudgeWords, type JudgeWordsProps } from "./judge-words.tsx";
import type { SceneWords } from "./use-scene-words.ts";

export interface SpokenWordsProps {
  debate: Debate;
  words: SceneWords;
  /** The side whose turn is shown. */
  role: Role;
  voice?: JudgeWordsProps["voice"];
}

/** The caption of a turn, or the judge's quote and ruling after it. */
const SpokenWords = ({ debate, words, role, voice }: SpokenWordsProps) => {
  const { caption, judged } = words;
  if (judged) return <JudgeWords debate={debate} words={words} turn={judged} voice={voice} />;
  return caption && <Captions caption={caption} role={role} />;
};

export default SpokenWords;
