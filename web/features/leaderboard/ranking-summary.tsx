import type { ModelRanking } from "#shared/contract/leaderboard.ts";
import { formatCount } from "#web/lib/format.ts";
import { BulletList } from "./bullet-list.tsx";
import { formatPoints } from "./format-figures.ts";
import { useModelNames } from "./model-name.tsx";

const describeTerm = ({ points, low, high }: NonNullable<ModelRanking["side"]>): string =>
  `${formatPoints(points)} points (95% interval: ${formatPoints(low)} to ${formatPoints(high)})`;

const UNRANKED_REASONS = {
  few_debates: "fewer than five debates with votes against models that can be rated",
  not_connected:
    "cannot be compared, because it has won all its votes or lost all, or met none of the others",
  not_identified: "cannot be compared, because the effect of the side explains the votes as well",
} as const;

/**
 * Says how certain the order is, how much side and length matter, and which models have no rating.
 */
export const RankingSummary = ({ ranking }: { ranking: ModelRanking }) => {
  const { debates, votes, side, doubleLength, removal, ratings, unranked } = ranking;
  const getName = useModelNames();
  return (
    <BulletList>
      {ratings.length > 0 && (
        <>
          <li>
            The ratings use {formatCount(votes, "vote")} from {formatCount(debates, "blind debate")}
            . Models with the same rank have intervals that overlap.
          </li>
          <li>
            {removal
              ? `Without ${formatCount(removal.debates, "debate")} of these, ${getName(removal)} would be first.`
              : "No set of debates was found whose removal changes the first place."}
          </li>
        </>
      )}
      {side && <li>To argue For, and so to speak first, is worth {describeTerm(side)}.</li>}
      {doubleLength && <li>To speak twice as long is worth {describeTerm(doubleLength)}.</li>}
      {unranked.map((model) => (
        <li key={getName(model)}>
          {getName(model)} has no rating: {UNRANKED_REASONS[model.reason]} (
          {formatCount(model.debates, "debate")}).
        </li>
      ))}
    </BulletList>
  );
};
