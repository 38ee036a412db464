import { useSearchParams } from "react-router-dom";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { Reviews } from "./reviews/reviews.tsx";
import { WhatRuns } from "./running/running.tsx";
import { SpendingReport } from "./spending/spending-report.tsx";

const TABS = { reports: "Reports", running: "What runs", spending: "Spending" };
type TabName = keyof typeof TABS;

const CONTENT = {
  reports: Reviews,
  running: WhatRuns,
  spending: SpendingReport,
} satisfies Record<TabName, () => React.ReactNode>;

const isTab = (name: string): name is TabName => Object.hasOwn(TABS, name);

const Frame = styled("div", { base: { mt: "6" } });

/** What needs somebody to look at it, by tabs. */
export const Operations = () => {
  const [address, setAddress] = useSearchParams();
  const asked = address.get("tab") ?? "";
  const tab = isTab(asked) ? asked : "reports";
  const Content = CONTENT[tab];
  return (
    <Frame>
      <Tabs
        label="Operations"
        tabs={TABS}
        selected={tab}
        onSelect={(chosen) => setAddress({ tab: chosen }, { replace: true })}
      >
        <Content key={tab} />
      </Tabs>
    </Frame>
  );
};
