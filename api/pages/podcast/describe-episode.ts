import type { Env } from "#infra/env.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { AI_LABEL } from "#shared/domain/ai-label.ts";
import { listModels } from "#shared/domain/model-name.ts";
import type { PodcastEpisode } from "#api/queries/audio/list-episodes.ts";

type EpisodeToDescribe = Pick<
  PodcastEpisode,
  "maxTurns" | "botAProvider" | "botBProvider" | "turns"
>;

/**
 * Describes an episode and names the models of its turns. An episode has only the turns that
 * visitors may hear. The description says what the debate's page has in addition: further turns, or
 * only the verdict.
 */
export const describeEpisode = (
  { maxTurns, botAProvider, botBProvider, turns }: EpisodeToDescribe,
  labels: Env["labels"],
  link: string,
): string => {
  const models = listModels(turns);
  const description =
    `a debate between two AI chatbots, with synthetic voices: ` +
    `${labels[botAProvider]} argues For, ${labels[botBProvider]} Against. ` +
    (models === "" ? `${AI_LABEL}. ` : `${AI_LABEL}. Models: ${models}. `);
  return maxTurns > VISITOR_MAX_TURNS
    ? `The first ${VISITOR_MAX_TURNS} turns of ${description}` +
        `Want to see how this debate ends? Join to read and hear the full debate: ${link}`
    : `All ${maxTurns} turns of ${description}Want to see who won? Join to read the verdict: ${link}`;
};
