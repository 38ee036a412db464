import { useQuery } from "@tanstack/react-query";
import type { Account } from "#shared/contract/account.ts";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { Activity } from "./activity.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { MyData } from "./my-data.tsx";
import { Notifications } from "./notifications.tsx";
import { PasswordSection } from "./password-form.tsx";
import { Profile } from "./profile.tsx";
import { accountQuery } from "#web/lib/account-query.ts";
import { Sessions } from "./sessions.tsx";
import { SignInMethodsSection } from "./sign-in-methods.tsx";

const Parts = styled("div", { base: { display: "grid", gap: "5", mt: "6" } });

/** Polling interval while the export is pending; no event reports its end. */
const EXPORT_LOOK_MS = 1500;
const whileExporting = ({ state }: { state: { data: Account | undefined } }) =>
  state.data?.export.status === "pending" && EXPORT_LOOK_MS;

export const AccountParts = () => {
  const {
    data: account,
    error,
    refetch,
  } = useQuery({ ...accountQuery, refetchInterval: whileExporting });
  if (account === undefined && error) return <Trouble message={error.message} retry={refetch} />;
  if (account === undefined)
    return (
      <Parts aria-busy="true" aria-label="Loading your account">
        {[1, 2, 3].map((part) => (
          <Skeleton key={part} css={{ h: "12rem" }} />
        ))}
      </Parts>
    );
  return (
    <Parts>
      <Profile account={account} />
      <PasswordSection />
      <SignInMethodsSection
        methods={account.signInMethods}
        isEmailConfirmed={account.isEmailConfirmed}
      />
      <Sessions sessions={account.sessions} />
      <Notifications account={account} />
      <Activity events={account.events} />
      <MyData state={account.export} />
      <DeleteAccount debates={account.debates} />
    </Parts>
  );
};
