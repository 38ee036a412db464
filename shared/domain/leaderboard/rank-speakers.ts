import type { Provider } from "../provider.ts";
import type { RatedDebate } from "./bradley-terry.ts";
import {
  type FinishedDebate,
  getAudienceResult,
  isDemoModel,
  type SpeakerFigures,
} from "./finished-debate.ts";
import { type Ranking, rankModels, type Rating } from "./rank-models.ts";

interface SpeakingModel {
  provider: Provider;
  model: string;
}

const toKey = ({ provider, model }: Pick<SpeakerFigures, "provider" | "model">): string =>
  `${provider} ${model}`;

const fromKey = (key: string): SpeakingModel => {
  const space = key.indexOf(" ");
  return { provider: key.slice(0, space) as Provider, model: key.slice(space + 1) };
};

type BlindDebate = FinishedDebate & { speakers: NonNullable<FinishedDebate["speakers"]> };

/** Blind debates with votes whose two models are known, and both real or both of demo mode. */
const selectDebates = (debates: readonly FinishedDebate[], isDemo: boolean): BlindDebate[] =>
  debates.filter((debate): debate is BlindDebate => {
    const { speakers, votes } = debate;
    return (
      speakers !== null &&
      votes > 0 &&
      [speakers.for, speakers.against].every(
        ({ model, length }) => model !== null && isDemoModel(model) === isDemo && length > 0,
      )
    );
  });

const toRatedDebate = (source: BlindDebate): RatedDebate & { source: BlindDebate } => {
  const { speakers, votes, forVotes } = source;
  return {
    forModel: toKey(speakers.for),
    againstModel: toKey(speakers.against),
    logLength: Math.log(speakers.for.length / speakers.against.length),
    votes,
    forVotes,
    source,
  };
};

/** What each model has done in its debates against other models. */
const sumUp = (debates: readonly BlindDebate[]) => {
  const none = { debates: 0, votes: 0, wins: 0, price: 0 as number | null };
  const records = new Map<string, typeof none>();
  for (const debate of debates) {
    const { speakers, votes } = debate;
    const result = getAudienceResult(debate) ?? 0;
    if (toKey(speakers.for) === toKey(speakers.against)) continue;
    for (const [speaker, win] of [
      [speakers.for, result],
      [speakers.against, 1 - result],
    ] as const) {
      const before = records.get(toKey(speaker)) ?? none;
      const price =
        before.price === null || speaker.price === null ? null : before.price + speaker.price;
      records.set(toKey(speaker), {
        debates: before.debates + 1,
        votes: before.votes + votes,
        wins: before.wins + win,
        price,
      });
    }
  }
  return (key: string) => records.get(key) ?? none;
};

const MICRODOLLARS = 1e6;

type GetRecord = ReturnType<typeof sumUp>;

const describeRating = ({ model: key, ...rating }: Rating, getRecord: GetRecord) => {
  const { price, ...record } = getRecord(key);
  const isPriced = price !== null && record.wins > 0;
  const dollarsPerWin = isPriced ? price / MICRODOLLARS / record.wins : null;
  return { ...fromKey(key), ...rating, ...record, dollarsPerWin };
};

const describeUnranked = (
  { model: key, reason }: Ranking["unranked"][number],
  getRecord: GetRecord,
) => ({ ...fromKey(key), reason, debates: getRecord(key).debates });

/**
 * Ranks the models that spoke in blind debates, which hide their models until the vote. Figures of
 * a rated model count only debates that the ratings use.
 */
export const rankSpeakers = (all: readonly FinishedDebate[], isDemo: boolean) => {
  const debates = selectDebates(all, isDemo);
  const { ratings, unranked, rated, removal, ...ranking } = rankModels(debates.map(toRatedDebate));
  const getRated = sumUp(rated.map(({ source }) => source));
  const getAll = sumUp(debates);
  return {
    ...ranking,
    ratings: ratings.map((rating) => describeRating(rating, getRated)),
    unranked: unranked.map((model) => describeUnranked(model, getAll)),
    removal: removal && { ...fromKey(removal.leader), debates: removal.debates },
  };
};
