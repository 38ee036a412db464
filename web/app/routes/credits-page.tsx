import { useState } from "react";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { PageTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { CreditBalanceCard } from "#web/features/credits/credit-balance-card.tsx";
import { BuyCredits } from "#web/features/credits/buy-credits.tsx";
import { BackToDraftLink } from "#web/features/new-debate/back-to-draft-link.tsx";
import { PurchaseHistory } from "#web/features/credits/purchase-history.tsx";
import type { PaymentSelection } from "#web/features/credits/payment-selection.ts";

const Top = styled("div", { base: { display: "grid", gap: "5", mb: "5" } });

const CreditsPage = () => {
  const [selection, setSelection] = useState<PaymentSelection | null>(null);
  return (
    <PageColumn>
      <PageHead title="Credits" description="Your credit balance, and packs to buy." isUnlisted />
      <Top>
        <PageTitle>Credits</PageTitle>
        <CreditBalanceCard>
          <BackToDraftLink />
        </CreditBalanceCard>
      </Top>
      <BuyCredits selection={selection} onSelect={setSelection} />
      <PurchaseHistory onResume={setSelection} />
    </PageColumn>
  );
};

export default CreditsPage;
