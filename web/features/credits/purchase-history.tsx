import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Transaction } from "#shared/contract/credits.ts";
import { Button } from "#web/components/button.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Notice } from "#web/components/notice.tsx";
import { Skeleton } from "#web/components/skeleton.tsx";
import { Muted, SectionTitle } from "#web/components/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { dollars } from "#web/lib/money.ts";
import { useIsTakenOver } from "#web/lib/use-browser.ts";
import { useLiveSocket } from "#web/lib/use-live-socket.ts";
import { transactionsQuery } from "./queries.ts";

const Section = styled("section", { base: { display: "grid", gap: "4", mt: "10" } });
const Message = styled("span", { base: { flex: "1", alignSelf: "center" } });
const Lines = styled("div", { base: { display: "grid", gap: "3" } });

const Table = styled("table", {
  base: {
    w: "100%",
    borderCollapse: "collapse",
    fontSize: "14",
    fontVariantNumeric: "tabular-nums",
    "& th": { py: "2", textAlign: "start", fontWeight: 500, color: "muted" },
    "& td": { py: "3", borderTopWidth: "1px", borderColor: "line" },
    "& :is(th, td):not(:first-of-type)": { ps: "3", textAlign: "end" },
  },
});

const Status = styled("span", {
  base: { px: "2.5", py: "0.5", borderRadius: "pill", fontSize: "13", fontWeight: 600 },
  variants: {
    status: {
      pending: { color: "pending", bg: "pendingTint" },
      completed: { color: "active", bg: "activeTint" },
      failed: { color: "danger", bg: "dangerTint" },
    },
  },
});

const STATUS_LABEL = {
  pending: "Pending",
  completed: "Completed",
  failed: "Failed",
} as const satisfies Record<Transaction["status"], string>;

const DAY = { dateStyle: "medium" } as const;
const TIME = {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
} as const;

/** A moment in the reader's own zone, which the server does not know: there it is UTC. */
const useWritten = (instant: string) => {
  const zone = useIsTakenOver() ? {} : { timeZone: "UTC" };
  return [DAY, TIME].map((parts) =>
    new Date(instant).toLocaleString("en-US", { ...parts, ...zone }),
  );
};

const When = styled("time", { base: { display: "flex", flexWrap: "wrap", columnGap: "2" } });
const Time = styled("span", { base: { color: "muted" } });

const Purchase = ({
  purchase: { createdAt, credits, amount, status },
}: {
  purchase: Transaction;
}) => {
  const [day, time] = useWritten(createdAt);
  return (
    <tr>
      <td>
        <When dateTime={createdAt}>
          {day} <Time>{time}</Time>
        </When>
      </td>
      <td>{credits}</td>
      <td>{dollars(amount)}</td>
      <td>
        <Status status={status}>{STATUS_LABEL[status]}</Status>
      </td>
    </tr>
  );
};

const Purchases = ({ purchases }: { purchases: Transaction[] }) => (
  <Table aria-labelledby="purchases">
    <thead>
      <tr>
        <th scope="col">Date</th>
        <th scope="col">Credits</th>
        <th scope="col">Price</th>
        <th scope="col">Status</th>
      </tr>
    </thead>
    <tbody>
      {purchases.map((purchase) => (
        <Purchase key={purchase.id} purchase={purchase} />
      ))}
    </tbody>
  </Table>
);

/** A purchase that completes, here or in another tab or without any, changes the balance. */
const useFreshPurchases = () => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: transactionsQuery.queryKey });
    socket?.on("credits:updated", refetch).on("connect", refetch);
    return () => void socket?.off("credits:updated", refetch).off("connect", refetch);
  }, [socket, client]);
  return useQuery(transactionsQuery);
};

const History = () => {
  const { data: purchases, error, refetch } = useFreshPurchases();
  if (purchases === undefined && error)
    return (
      <Notice tone="danger" role="alert">
        <Message>{error.message}</Message>
        <Button onClick={() => void refetch()}>Try again</Button>
      </Notice>
    );
  if (purchases === undefined)
    return (
      <Lines aria-busy="true" aria-label="Loading purchases">
        {[1, 2, 3].map((line) => (
          <Skeleton key={line} css={{ h: "2.5rem" }} />
        ))}
      </Lines>
    );
  return purchases.length === 0 ? (
    <EmptyState title="You haven't bought any credits yet.">
      What you buy is listed here, with how it stands.
    </EmptyState>
  ) : (
    <>
      <Purchases purchases={purchases} />
      {purchases.some(({ status }) => status === "pending") && (
        <Muted css={{ fontSize: "14" }}>
          Pending: not confirmed by PayPal yet. Nothing is charged unless you approved it there.
        </Muted>
      )}
    </>
  );
};

/** What the user has bought, newest first. */
export const PurchaseHistory = () => (
  <Section aria-labelledby="purchases">
    <SectionTitle id="purchases">Purchases</SectionTitle>
    <History />
  </Section>
);
