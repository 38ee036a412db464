import {
  describeFormats,
  describeJudges,
  describePanels,
  describeTopics,
} from "./describe-judges.ts";
import type { FinishedDebate } from "./finished-debate.ts";
import { rankSpeakers } from "./rank-speakers.ts";

/** Computes everything that the pages on models and judges show. */
export const computeSnapshot = (debates: readonly FinishedDebate[]) => {
  const real = debates.filter(({ isDemo }) => !isDemo);
  return {
    models: rankSpeakers(debates, false),
    demo: rankSpeakers(debates, true),
    judges: describeJudges(debates),
    panels: describePanels(debates),
    formats: describeFormats(real),
    topics: describeTopics(real),
  };
};
