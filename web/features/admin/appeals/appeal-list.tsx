import type { Appeal } from "#shared/contract/debates/appeals.ts";
import { REVIEW_STATES } from "#shared/contract/debates/moderation.ts";
import { styled } from "#web/components/theme/styled.tsx";
import {
  PageIntro,
  Row,
  ScreenReaderSectionTitle,
} from "#web/components/ui/content/typography.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { AdminListBody } from "../lists/admin-list-body.tsx";
import { AdminListSelect } from "../lists/admin-list-select.tsx";
import { useAdminList } from "../lists/use-admin-list.ts";
import { AppealCard } from "./appeal-card.tsx";

const STATE_LABELS = {
  open: "Waiting for a decision",
  decided: "Decided",
} as const satisfies Record<(typeof REVIEW_STATES)[number], string>;

const List = styled("ul", { base: { display: "grid", gap: "4", listStyle: "none" } });

export const AppealList = () => {
  const list = useAdminList<Appeal>("/api/admin/appeals", ["state"], {
    allowedValues: { state: REVIEW_STATES },
    isPolling: true,
  });
  return (
    <>
      <ScreenReaderSectionTitle>Appeals</ScreenReaderSectionTitle>
      <PageIntro css={{ mb: "5" }}>
        Viewers say what is wrong with a verdict. Your decision and your reason are public. The
        verdict stays as it is.
      </PageIntro>
      <Row css={{ mb: "4" }}>
        <AdminListSelect
          label="Filter appeals"
          list={list}
          name="state"
          options={STATE_LABELS}
          defaultOption="open"
        />
      </Row>
      <AdminListBody
        list={list}
        noun="appeal"
        searchTexts={[]}
        loading={<Skeleton css={{ h: "14rem", borderRadius: "card" }} />}
      >
        {(appeals) => (
          <List aria-busy={list.isBusy}>
            {appeals.map((appeal) => (
              <li key={appeal.id}>
                <AppealCard appeal={appeal} onDone={list.leaveRow} />
              </li>
            ))}
          </List>
        )}
      </AdminListBody>
    </>
  );
};
