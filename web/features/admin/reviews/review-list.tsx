import type { Review } from "#shared/contract/debates/moderation.ts";
import { REVIEW_STATES } from "#shared/contract/debates/moderation.ts";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import {
  ScreenReaderSectionTitle,
  PageIntro,
  Row,
} from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { AdminListBody } from "../lists/admin-list-body.tsx";
import { AdminListSelect } from "../lists/admin-list-select.tsx";
import { useAdminList } from "../lists/use-admin-list.ts";
import { ReviewCard } from "./review-card.tsx";

const STATE_LABELS = {
  open: "Waiting for a decision",
  decided: "Decided",
} as const satisfies Record<(typeof REVIEW_STATES)[number], string>;

const List = styled("ul", { base: { display: "grid", gap: "4", listStyle: "none" } });

export const ReviewList = () => {
  const list = useAdminList<Review>("/api/admin/reviews", ["state"], {
    allowedValues: { state: REVIEW_STATES },
    isPolling: true,
  });
  return (
    <>
      <ScreenReaderSectionTitle>Reports</ScreenReaderSectionTitle>
      <PageIntro css={{ mb: "5" }}>
        Flagged turns stay hidden and reported debates stay unlisted until you decide. Kept content
        won’t be flagged again.
      </PageIntro>
      <Row css={{ mb: "4" }}>
        <AdminListSelect
          label="Filter reports"
          list={list}
          name="state"
          options={STATE_LABELS}
          defaultOption="open"
        />
      </Row>
      <AdminListBody
        list={list}
        noun="report"
        searchTexts={[]}
        loading={<Skeleton css={{ h: "14rem", borderRadius: "card" }} />}
      >
        {(reviews) => (
          <List aria-busy={list.isBusy}>
            {reviews.map((review) => (
              <li key={review.id}>
                <ReviewCard review={review} onDone={list.leaveRow} />
              </li>
            ))}
          </List>
        )}
      </AdminListBody>
    </>
  );
};
