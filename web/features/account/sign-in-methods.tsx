import type { SignInMethods } from "#shared/contract/sign-in-methods.ts";
import { SecondFactorNotice } from "#web/components/identity/second-factor-notice.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { AuthenticatorApp } from "./authenticator-app.tsx";
import { Confirmation } from "./confirmation.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Section } from "./section.tsx";

interface SignInMethodsProps {
  methods: SignInMethods;
  isEmailConfirmed: boolean;
}

/** Sign-in methods besides the password. */
export const SignInMethodsSection = ({ methods, isEmailConfirmed }: SignInMethodsProps) => {
  const hasMail = useConfig()?.mail ?? true;
  const mayAdd = isEmailConfirmed || !hasMail;
  return (
    <Section title="Sign-in methods">
      <SecondFactorNotice isHere />
      {!mayAdd && (
        <Confirmation press="Send the confirmation link">
          Confirm your e-mail address first. Then you can add a passkey or an authenticator app.
        </Confirmation>
      )}
      <Passkeys passkeys={methods.passkeys} mayAdd={mayAdd} />
      <AuthenticatorApp app={methods.app} mayAdd={mayAdd} />
    </Section>
  );
};
