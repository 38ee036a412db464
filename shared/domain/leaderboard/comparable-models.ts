import type { RatedDebate } from "./bradley-terry.ts";

/** Models with fewer rated debates are not ranked. */
export const MIN_DEBATES = 5;

type Reached = Map<string, Set<string>>;

const addEdge = (edges: Reached, from: string, to: string): void => {
  const targets = edges.get(from) ?? new Set();
  edges.set(from, targets.add(to));
};

const findReachable = (start: string, edges: Reached): Set<string> => {
  const found = new Set([start]);
  for (const model of found) for (const next of edges.get(model) ?? []) found.add(next);
  return found;
};

/** Groups in which each model is connected to each other one by votes won and by votes lost. */
const groupModels = (models: readonly string[], debates: readonly RatedDebate[]): string[][] => {
  const [won, lost]: [Reached, Reached] = [new Map(), new Map()];
  for (const { forModel, againstModel, forVotes, votes } of debates) {
    if (forVotes > 0) {
      addEdge(won, forModel, againstModel);
      addEdge(lost, againstModel, forModel);
    }
    if (forVotes < votes) {
      addEdge(won, againstModel, forModel);
      addEdge(lost, forModel, againstModel);
    }
  }
  const groups: string[][] = [];
  const grouped = new Set<string>();
  for (const model of models) {
    if (grouped.has(model)) continue;
    const below = findReachable(model, won);
    const group = [...findReachable(model, lost)].filter((each) => below.has(each)).sort();
    for (const each of group) grouped.add(each);
    groups.push(group);
  }
  return groups;
};

const isAmong = (models: readonly string[]) => {
  const set = new Set(models);
  return ({ forModel, againstModel }: RatedDebate): boolean =>
    set.has(forModel) && set.has(againstModel);
};

const countDebates = (debates: readonly RatedDebate[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { forModel, againstModel } of debates)
    if (forModel !== againstModel)
      for (const model of [forModel, againstModel]) counts.set(model, (counts.get(model) ?? 0) + 1);
  return counts;
};

export type UnrankedReason = "few_debates" | "not_connected" | "not_identified";

export interface Comparable<Debate> {
  models: string[];
  /** The debates between these models. */
  debates: Debate[];
  unranked: Map<string, UnrankedReason>;
}

/**
 * Finds the models whose strengths can be compared. A finite estimate exists only if each model is
 * connected to each other one by votes won and lost, directly or through others (Ford, 1957). Of
 * several such groups the largest is ranked. Models with too few debates are left out first.
 */
export const findComparableModels = <Debate extends RatedDebate>(
  all: readonly Debate[],
): Comparable<Debate> => {
  let debates = all.filter(({ votes }) => votes > 0);
  let models = [...countDebates(debates).keys()].sort();
  const unranked = new Map<string, UnrankedReason>();
  const leaveOut = (left: readonly string[], reason: UnrankedReason): void => {
    for (const model of left) unranked.set(model, reason);
    models = models.filter((model) => !left.includes(model));
    debates = debates.filter(isAmong(models));
  };
  for (;;) {
    // Repeated after each group, because models left out can leave others with too few debates.
    const counts = countDebates(debates);
    const few = models.filter((model) => (counts.get(model) ?? 0) < MIN_DEBATES);
    if (few.length > 0) {
      leaveOut(few, "few_debates");
      continue;
    }
    const [largest = []] = groupModels(models, debates).sort((a, b) => b.length - a.length);
    const ranked = largest.length > 1 ? largest : [];
    if (ranked.length === models.length) return { models, debates, unranked };
    leaveOut(
      models.filter((model) => !ranked.includes(model)),
      "not_connected",
    );
  }
};
