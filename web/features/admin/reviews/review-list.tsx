import type { Review } from "#shared/contract/debates/moderation.ts";
import { DecisionList } from "../lists/decision-list.tsx";
import { ReviewCard } from "./review-card.tsx";

export const ReviewList = () => (
  <DecisionList<Review>
    path="/api/admin/reviews"
    title="Reports"
    intro="Flagged turns stay hidden and reported debates stay unlisted until you decide. Kept content won’t be flagged again."
    noun="report"
  >
    {(review, onDone) => <ReviewCard review={review} onDone={onDone} />}
  </DecisionList>
);
