import type { Review } from "#shared/contract/moderation.ts";
import { REVIEW_STATES } from "#shared/contract/moderation.ts";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { HiddenSectionTitle, Intro, Row } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { ListBody } from "../lists/list-body.tsx";
import { ListSelect } from "../lists/list-select.tsx";
import { useList } from "../lists/use-list.ts";
import { ReviewCard } from "./review-card.tsx";

const STATE_LABELS = {
  open: "Waiting for a decision",
  decided: "Decided",
} as const satisfies Record<(typeof REVIEW_STATES)[number], string>;

const List = styled("ul", { base: { display: "grid", gap: "4", listStyle: "none" } });

export const Reviews = () => {
  const list = useList<Review>("/api/admin/reviews", ["state"], {
    choices: { state: REVIEW_STATES },
    isAlive: true,
  });
  return (
    <>
      <HiddenSectionTitle>Reports</HiddenSectionTitle>
      <Intro css={{ mb: "5" }}>
        Turns that the moderation flagged are hidden, and debates that three members reported are
        unlisted, until somebody decides here. What is kept stays, whatever is reported later.
      </Intro>
      <Row css={{ mb: "4" }}>
        <ListSelect
          label="Which reports"
          list={list}
          name="state"
          options={STATE_LABELS}
          usual="open"
        />
      </Row>
      <ListBody
        list={list}
        one="report"
        sought={[]}
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
      </ListBody>
    </>
  );
};
