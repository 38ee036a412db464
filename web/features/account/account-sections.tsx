import { useQuery } from "@tanstack/react-query";
import type { Account } from "#shared/contract/accounts/account.ts";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { SecurityActivity } from "./security-activity.tsx";
import { DeleteAccountSection } from "./delete-account-section.tsx";
import { DataExportSection } from "./data-export-section.tsx";
import { NotificationSettings } from "./notification-settings.tsx";
import { PasswordSection } from "./sign-in/password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { accountQuery } from "#web/lib/auth/account-queries.ts";
import { SessionList } from "./sign-in/session-list.tsx";
import { SignInMethodsSection } from "./sign-in/sign-in-methods-section.tsx";

const SectionList = styled("div", { base: { display: "grid", gap: "5", mt: "6" } });

/** Polling interval while the data export is pending, because no event reports its end. */
const EXPORT_POLL_MS = 1500;
const getExportPollInterval = ({ state }: { state: { data: Account | undefined } }) =>
  state.data?.export.status === "pending" && EXPORT_POLL_MS;

export const AccountSections = () => {
  const {
    data: account,
    error,
    refetch,
  } = useQuery({ ...accountQuery, refetchInterval: getExportPollInterval });
  if (account === undefined && error)
    return <ErrorNotice message={error.message} retry={refetch} />;
  if (account === undefined)
    return (
      <SectionList aria-busy="true" aria-label="Loading your account">
        {[1, 2, 3].map((part) => (
          <Skeleton key={part} css={{ h: "12rem" }} />
        ))}
      </SectionList>
    );
  return (
    <SectionList>
      <ProfileSection account={account} />
      <PasswordSection />
      <SignInMethodsSection
        methods={account.signInMethods}
        isEmailConfirmed={account.isEmailConfirmed}
      />
      <SessionList sessions={account.sessions} />
      <NotificationSettings account={account} />
      <SecurityActivity events={account.events} />
      <DataExportSection state={account.export} />
      <DeleteAccountSection debates={account.debates} />
    </SectionList>
  );
};
