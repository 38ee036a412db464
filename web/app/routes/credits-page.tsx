import { useState } from "react";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { PageTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { Balance } from "#web/features/credits/balance.tsx";
import { BuyCredits } from "#web/features/credits/buy-credits.tsx";
import { BackToDebate } from "#web/features/new-debate/back-to-debate.tsx";
import { PurchaseHistory } from "#web/features/credits/purchase-history.tsx";
import type { Wanted } from "#web/features/credits/wanted.ts";

const Top = styled("div", { base: { display: "grid", gap: "5", mb: "5" } });

const CreditsPage = () => {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  return (
    <PageColumn>
      <PageHead title="Credits" description="Your credits, and packs of more." isUnlisted />
      <Top>
        <PageTitle>Credits</PageTitle>
        <Balance>
          <BackToDebate />
        </Balance>
      </Top>
      <BuyCredits wanted={wanted} onWant={setWanted} />
      <PurchaseHistory onTakeUp={setWanted} />
    </PageColumn>
  );
};

export default CreditsPage;
