import type { ReactNode } from "react";
import { REVIEW_STATES } from "#shared/contract/debates/moderation.ts";
import { styled } from "#web/components/theme/styled.tsx";
import {
  PageIntro,
  Row,
  ScreenReaderSectionTitle,
} from "#web/components/ui/content/typography.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { AdminListBody } from "./admin-list-body.tsx";
import { AdminListSelect } from "./admin-list-select.tsx";
import { useAdminList } from "./use-admin-list.ts";

const STATE_LABELS = {
  open: "Waiting for a decision",
  decided: "Decided",
} as const satisfies Record<(typeof REVIEW_STATES)[number], string>;

const List = styled("ul", { base: { display: "grid", gap: "4", listStyle: "none" } });

interface DecisionListProps<Row> {
  /** API path of the list. */
  path: string;
  title: string;
  intro: string;
  /** Singular noun for a row, such as "report". */
  noun: string;
  /** Renders a row. The row calls `onDone` after the decision, before it disappears. */
  children: (row: Row, onDone: () => void) => ReactNode;
}

/**
 * A list of rows about which admins decide. It shows undecided ones first; a filter shows the
 * others.
 */
export const DecisionList = <T extends { id: number }>(props: DecisionListProps<T>) => {
  const { path, title, intro, noun, children } = props;
  const list = useAdminList<T>(path, ["state"], {
    allowedValues: { state: REVIEW_STATES },
    isPolling: true,
  });
  return (
    <>
      <ScreenReaderSectionTitle>{title}</ScreenReaderSectionTitle>
      <PageIntro css={{ mb: "5" }}>{intro}</PageIntro>
      <Row css={{ mb: "4" }}>
        <AdminListSelect
          label={`Filter ${noun}s`}
          list={list}
          name="state"
          options={STATE_LABELS}
          defaultOption="open"
        />
      </Row>
      <AdminListBody
        list={list}
        noun={noun}
        searchTexts={[]}
        loading={<Skeleton css={{ h: "14rem", borderRadius: "card" }} />}
      >
        {(rows) => (
          <List aria-busy={list.isBusy}>
            {rows.map((row) => (
              <li key={row.id}>{children(row, list.leaveRow)}</li>
            ))}
          </List>
        )}
      </AdminListBody>
    </>
  );
};
