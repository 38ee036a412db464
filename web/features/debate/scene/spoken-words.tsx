import { Suspense, useEffect } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { getProviderOfRole, type Role } from "#shared/domain/debates/side.ts";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import type { JudgeWordsProps } from "./judge-words.tsx";
import { Captions } from "./scene-words.tsx";
import { getRuling } from "./use-judge-moment.ts";
import type { SceneWords } from "./use-scene-words.ts";

/* No ruling is shown before the end of the first turn, so its code is loaded separately. */
const JudgeWords = lazyOptional<JudgeWordsProps>(() => import("./judge-words.tsx"));

interface SpokenWordsProps {
  debate: Debate;
  words: SceneWords;
  /** The side whose turn is shown. */
  role: Role;
}

/** The caption of a turn, or the judge's quote and ruling after it. */
export const SpokenWords = ({ debate, words, role }: SpokenWordsProps) => {
  const { caption, moment, judged } = words;
  const getProviderLabel = useProviderLabel();
  useEffect(() => {
    JudgeWords.preload().catch(() => undefined);
  }, []);
  if (judged)
    return (
      <Suspense>
        <JudgeWords
          turn={judged}
          phase={moment?.phase ?? "ruling"}
          ruling={getRuling(judged)}
          speaker={getProviderLabel(getProviderOfRole(judged.role, debate))}
        />
      </Suspense>
    );
  return caption && <Captions caption={caption} role={role} />;
};
