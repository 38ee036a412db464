import type { SignInMethods } from "#shared/contract/accounts/sign-in-methods.ts";
import { SecondFactorNotice } from "#web/components/identity/second-factor-notice.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { AuthenticatorApp } from "./authenticator-app.tsx";
import { EmailConfirmationPrompt } from "../email-confirmation-prompt.tsx";
import { PasskeyList } from "./passkey-list.tsx";
import { AccountSection } from "../account-section.tsx";

interface SignInMethodsSectionProps {
  methods: SignInMethods;
  isEmailConfirmed: boolean;
}

/** Sign-in methods besides the password. */
export const SignInMethodsSection = ({ methods, isEmailConfirmed }: SignInMethodsSectionProps) => {
  const hasMail = useConfig()?.mail ?? true;
  const mayAdd = isEmailConfirmed || !hasMail;
  return (
    <AccountSection title="Sign-in methods">
      <SecondFactorNotice isHere />
      {!mayAdd && (
        <EmailConfirmationPrompt press="Send verification email">
          Verify your email first. Then you can add a passkey or an authenticator app.
        </EmailConfirmationPrompt>
      )}
      <PasskeyList passkeys={methods.passkeys} mayAdd={mayAdd} />
      <AuthenticatorApp app={methods.app} mayAdd={mayAdd} />
    </AccountSection>
  );
};
