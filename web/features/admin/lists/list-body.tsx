import type { ReactNode } from "react";
import { Button } from "#web/components/button.tsx";
import { Notice } from "#web/components/notice.tsx";
import { Skeleton } from "#web/components/skeleton.tsx";
import { Muted } from "#web/components/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { type List, PER_PAGE } from "./use-list.ts";

const Message = styled("span", { base: { flex: "1", alignSelf: "center" } });
const Places = styled("div", { base: { display: "grid", gap: "3" } });

interface ListBodyProps<Row> {
  list: List<Row>;
  /** What is said when nothing is found. */
  empty: string;
  children: (rows: Row[]) => ReactNode;
}

/** The rows of a list: while they load, when that failed, when there is none, and as they are. */
export const ListBody = <Row,>({ list, empty, children }: ListBodyProps<Row>) => {
  const { page, error, refetch } = list;
  if (page === undefined && error)
    return (
      <Notice tone="danger" role="alert">
        <Message>{error.message}</Message>
        <Button onClick={refetch}>Try again</Button>
      </Notice>
    );
  if (page === undefined)
    return (
      <Places role="status" aria-label="Loading">
        {Array.from({ length: PER_PAGE }, (_, place) => (
          <Skeleton key={place} css={{ h: "3.5rem" }} />
        ))}
      </Places>
    );
  if (page.rows.length === 0) return <Muted>{empty}</Muted>;
  return children(page.rows);
};
