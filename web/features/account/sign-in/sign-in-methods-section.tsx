import type { SignInMethods } from "#shared/contract/accounts/sign-in-methods.ts";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { SecondFactorNotice } from "#web/components/identity/second-factor-notice.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { AuthenticatorApp } from "./authenticator-app.tsx";
import { PasskeyList } from "./passkey-list.tsx";
import { AccountSection } from "../account-section.tsx";

interface SignInMethodsSectionProps {
  methods: SignInMethods;
  isEmailConfirmed: boolean;
}

/** Sign-in methods besides the password. */
export const SignInMethodsSection = ({ methods, isEmailConfirmed }: SignInMethodsSectionProps) => {
  const hasMail = useConfig()?.mail ?? true;
  const canAdd = isEmailConfirmed || !hasMail;
  return (
    <AccountSection title="Sign-in methods">
      <SecondFactorNotice isOnAccountPage />
      {!canAdd && (
        <Muted css={{ fontSize: "14" }}>
          Verify your email first. Then you can add a passkey or an authenticator app.
        </Muted>
      )}
      <PasskeyList passkeys={methods.passkeys} canAdd={canAdd} />
      <AuthenticatorApp app={methods.app} canAdd={canAdd} />
    </AccountSection>
  );
};
