import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Transaction } from "#shared/contract/credits.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { ButtonAnchor } from "#web/components/ui/controls/button.tsx";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { ContactEmailLink } from "#web/components/ui/content/contact-email-link.tsx";
import { DateTime } from "#web/components/ui/content/date-time.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { Muted, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { formatDollars } from "#web/lib/format.ts";
import { useLiveSocket } from "#web/lib/socket/use-live-socket.ts";
import { PurchaseActions, PURCHASES_HEADING_ID, type ResumePayment } from "./purchase-actions.tsx";
import { purchasesQuery } from "./purchases-query.ts";

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

/** A purchase that the buyer cancelled counts as cancelled, whatever the order's later status. */
const getPurchaseStatus = ({ status, cancelledAt }: Transaction) =>
  cancelledAt === null ? status : "cancelled";

/** Label and badge tone of each status. */
const PURCHASE_STATUS_BADGES = {
  pending: ["Pending", "waiting"],
  cancelled: ["Cancelled", "plain"],
  completed: ["Completed", "good"],
  failed: ["Failed", "bad"],
} as const satisfies Record<ReturnType<typeof getPurchaseStatus>, [string, string]>;

interface PurchaseRowProps {
  purchase: Transaction;
  onResume: ResumePayment;
}

const PurchaseRow = ({ purchase, onResume }: PurchaseRowProps) => {
  const { createdAt, credits, amount } = purchase;
  const status = getPurchaseStatus(purchase);
  const [label, tone] = PURCHASE_STATUS_BADGES[status];
  return (
    <tr>
      <td>
        <DateTime at={createdAt} />
      </td>
      <td>{credits}</td>
      <td>{formatDollars(amount)}</td>
      <td>
        <Badge tone={tone}>{label}</Badge>
        {(purchase.canResume || purchase.canDismiss) && (
          <PurchaseActions purchase={purchase} onResume={onResume} />
        )}
      </td>
    </tr>
  );
};

interface PurchaseTableProps {
  purchases: Transaction[];
  onResume: ResumePayment;
}

const PurchaseTable = ({ purchases, onResume }: PurchaseTableProps) => (
  <Table aria-labelledby={PURCHASES_HEADING_ID}>
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
        <PurchaseRow key={purchase.id} purchase={purchase} onResume={onResume} />
      ))}
    </tbody>
  </Table>
);

/**
 * Refetches the purchases on `credits:updated`, because a completed purchase changes the balance.
 */
const useLivePurchases = () => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: purchasesQuery.queryKey });
    socket?.on("credits:updated", refetch).on("connect", refetch);
    return () => void socket?.off("credits:updated", refetch).off("connect", refetch);
  }, [socket, client]);
  return useQuery(purchasesQuery);
};

const PurchaseHistoryBody = ({ onResume }: { onResume: ResumePayment }) => {
  const { data: purchases, error, refetch } = useLivePurchases();
  if (purchases === undefined && error)
    return <ErrorNotice message={error.message} retry={refetch} />;
  if (purchases === undefined)
    return (
      <Lines aria-busy="true" aria-label="Loading purchases">
        {[1, 2, 3].map((line) => (
          <Skeleton key={line} css={{ h: "2.5rem" }} />
        ))}
      </Lines>
    );
  return purchases.length === 0 ? (
    <EmptyState
      title="You haven't bought any credits yet."
      action={<ButtonAnchor href="#buy-credits">Choose a pack</ButtonAnchor>}
    />
  ) : (
    <>
      <PurchaseTable purchases={purchases} onResume={onResume} />
      {purchases.some((purchase) => getPurchaseStatus(purchase) === "pending") && (
        <Muted css={{ fontSize: "14" }}>
          Pending: not confirmed by PayPal yet. You are charged only if you approved the payment
          there.
        </Muted>
      )}
    </>
  );
};

export const PurchaseHistory = ({ onResume }: { onResume: ResumePayment }) => (
  <Section aria-labelledby={PURCHASES_HEADING_ID}>
    <SectionTitle id={PURCHASES_HEADING_ID} tabIndex={-1}>
      Purchases
    </SectionTitle>
    <PurchaseHistoryBody onResume={onResume} />
    <Support>
      Problem with a payment? Contact support: <ContactEmailLink subject="Payment problem" />
    </Support>
  </Section>
);
