import type { AdminDebate, AdminDebateSort } from "#shared/contract/admin/admin.ts";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { DebateLanguage } from "#web/components/debate/debate-language.ts";
import { AdminListBody } from "../lists/admin-list-body.tsx";
import { AdminListSelect } from "../lists/admin-list-select.tsx";
import { AdminListSearch } from "../lists/admin-list-search.tsx";
import { PER_PAGE, useAdminList } from "../lists/use-admin-list.ts";
import { AdminSection } from "../admin-section.tsx";
import { AdminDebateCard } from "./admin-debate-card.tsx";
import { useAudioJobs } from "./use-audio-jobs.ts";

const ORDER_LABELS = {
  newest: "Newest first",
  oldest: "Oldest first",
  popular: "Most popular",
  voted: "Most voted",
  topic: "Topic, A to Z",
  "-topic": "Topic, Z to A",
} as const satisfies Record<AdminDebateSort, string>;

/** An expanded card's recordings fill a row of the grid, and the other cards stay in place. */
const Grid = styled("ul", {
  base: {
    display: "grid",
    gridAutoFlow: "dense",
    gap: "4",
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" },
    "& > li": { display: "contents" },
  },
});

/**
 * Whether the list must be polled. Admins receive events about audio jobs, but not about single
 * recordings and verdicts.
 */
const hasPendingWork = ({ audio, audioJob, verdict }: AdminDebate): boolean =>
  (audio.pending > 0 && audioJob === null) || verdict === "pending" || verdict === "running";

/** All debates, including private ones, with the state of their audio. */
export const AdminDebateList = () => {
  const list = useAdminList<AdminDebate>("/api/admin/debates", ["q", "sort"], {
    allowedValues: { sort: Object.keys(ORDER_LABELS) },
    isInProgress: hasPendingWork,
  });
  const jobs = useAudioJobs();
  return (
    <AdminSection aria-labelledby="all-debates">
      <SectionTitle id="all-debates">All Debates</SectionTitle>
      <Row css={{ mb: "4" }}>
        <AdminListSearch label="Search by topic" list={list} name="q" />
        <AdminListSelect
          label="Sort debates"
          list={list}
          name="sort"
          options={ORDER_LABELS}
          defaultOption="newest"
        />
      </Row>
      <AdminListBody
        list={list}
        noun="debate"
        searchTexts={[list.getParameter("q")]}
        loading={
          <Grid aria-busy="true">
            {Array.from({ length: PER_PAGE }, (_, index) => (
              <li key={index}>
                <Skeleton css={{ h: { base: "18rem", sm: "14.2rem" }, borderRadius: "card" }} />
              </li>
            ))}
          </Grid>
        }
      >
        {(debates) => (
          <Grid aria-busy={list.isBusy}>
            {debates.map((debate) => (
              <li key={debate.id}>
                <DebateLanguage value={debate.language}>
                  <AdminDebateCard
                    debate={debate}
                    job={jobs.get(debate.id)}
                    onDeleted={list.leaveRow}
                  />
                </DebateLanguage>
              </li>
            ))}
          </Grid>
        )}
      </AdminListBody>
    </AdminSection>
  );
};
