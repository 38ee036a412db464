import { useSearchParams } from "react-router-dom";
import { hasRole } from "#shared/domain/accounts/viewer.ts";
import { Tabs } from "#web/components/ui/page/tabs.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { AuditLogTable } from "./audit/audit-log-table.tsx";
import { AppealList } from "./appeals/appeal-list.tsx";
import { ReviewList } from "./reviews/review-list.tsx";
import { JobDashboard } from "./jobs/job-dashboard.tsx";
import { SpendingReport } from "./spending/spending-report.tsx";

const TABS = {
  reports: "Reports",
  appeals: "Appeals",
  running: "Activity",
  spending: "Spending",
  audit: "Audit Log",
};
type TabName = keyof typeof TABS;

const SUPERADMIN_ONLY: readonly TabName[] = ["audit"];

const CONTENT = {
  reports: ReviewList,
  appeals: AppealList,
  running: JobDashboard,
  spending: SpendingReport,
  audit: AuditLogTable,
} satisfies Record<TabName, () => React.ReactNode>;

const isTab = (name: string): name is TabName => Object.hasOwn(TABS, name);

const Frame = styled("div", { base: { mt: "6" } });

/** The operations page: reports, appeals, jobs, spending and the audit log as tabs. */
export const OperationsTabs = () => {
  const { user = null } = useAuth();
  const disabled = hasRole(user, "superadmin") ? [] : SUPERADMIN_ONLY;
  const [address, setAddress] = useSearchParams();
  const tabParameter = address.get("tab") ?? "";
  const tab = isTab(tabParameter) && !disabled.includes(tabParameter) ? tabParameter : "reports";
  const Content = CONTENT[tab];
  return (
    <Frame>
      <Tabs
        label="Operations"
        tabs={TABS}
        selected={tab}
        disabled={disabled}
        onSelect={(chosen) => setAddress({ tab: chosen }, { replace: true })}
      >
        <Content key={tab} />
      </Tabs>
    </Frame>
  );
};
