import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Transaction } from "#shared/contract/credits.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { MailLink } from "#web/components/ui/mail-link.tsx";
import { Moment } from "#web/components/ui/moment.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Muted, SectionTitle } from "#web/components/ui/text.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { dollars } from "#web/lib/money.ts";
import { useLiveSocket } from "#web/lib/use-live-socket.ts";
import { PurchaseActions, PURCHASES, type TakeUp } from "./purchase-actions.tsx";
import { transactionsQuery } from "./queries.ts";

const Section = styled("section", { base: { display: "grid", gap: "4", mt: "10" } });
const Lines = styled("div", { base: { display: "grid", gap: "3" } });

const Support = styled(Muted, {
  base: { fontSize: "14", "& a": { color: "ink", textDecoration: "underline" } },
});

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

/** Cancelled by the buyer takes precedence over the order's later status. */
const standOf = ({ status, cancelledAt }: Transaction) =>
  cancelledAt === null ? status : "cancelled";

/** Label and badge tone of each status. */
const STAND = {
  pending: ["Pending", "waiting"],
  cancelled: ["Cancelled", "plain"],
  completed: ["Completed", "good"],
  failed: ["Failed", "bad"],
} as const satisfies Record<ReturnType<typeof standOf>, [string, string]>;

interface PurchaseProps {
  purchase: Transaction;
  onTakeUp: TakeUp;
}

const Purchase = ({ purchase, onTakeUp }: PurchaseProps) => {
  const { createdAt, credits, amount } = purchase;
  const stand = standOf(purchase);
  const [label, tone] = STAND[stand];
  return (
    <tr>
      <td>
        <Moment at={createdAt} />
      </td>
      <td>{credits}</td>
      <td>{dollars(amount)}</td>
      <td>
        <Badge tone={tone}>{label}</Badge>
        {(purchase.canResume || purchase.canDismiss) && (
          <PurchaseActions purchase={purchase} onTakeUp={onTakeUp} />
        )}
      </td>
    </tr>
  );
};

interface PurchasesProps {
  purchases: Transaction[];
  onTakeUp: TakeUp;
}

const Purchases = ({ purchases, onTakeUp }: PurchasesProps) => (
  <Table aria-labelledby={PURCHASES}>
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
        <Purchase key={purchase.id} purchase={purchase} onTakeUp={onTakeUp} />
      ))}
    </tbody>
  </Table>
);

/** Completed purchases change the balance, so its events trigger a refetch. */
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

const History = ({ onTakeUp }: { onTakeUp: TakeUp }) => {
  const { data: purchases, error, refetch } = useFreshPurchases();
  if (purchases === undefined && error) return <Trouble message={error.message} retry={refetch} />;
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
      Your purchases will appear here.
    </EmptyState>
  ) : (
    <>
      <Purchases purchases={purchases} onTakeUp={onTakeUp} />
      {purchases.some((purchase) => standOf(purchase) === "pending") && (
        <Muted css={{ fontSize: "14" }}>
          Pending: not confirmed by PayPal yet. You are charged only if you approved the payment
          there.
        </Muted>
      )}
    </>
  );
};

export const PurchaseHistory = ({ onTakeUp }: { onTakeUp: TakeUp }) => (
  <Section aria-labelledby={PURCHASES}>
    <SectionTitle id={PURCHASES} tabIndex={-1}>
      Purchases
    </SectionTitle>
    <History onTakeUp={onTakeUp} />
    <Support>
      Problem with a payment? Contact support: <MailLink subject="Payment problem" />
    </Support>
  </Section>
);
