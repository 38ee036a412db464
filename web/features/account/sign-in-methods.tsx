import type { SignInMethods } from "#shared/contract/sign-in-methods.ts";
import { SecondFactorNotice } from "#web/components/identity/second-factor-notice.tsx";
import { AuthenticatorApp } from "./authenticator-app.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Section } from "./section.tsx";

/** How one may prove who one is, beside the password. */
export const SignInMethodsSection = ({ methods }: { methods: SignInMethods }) => (
  <Section title="Sign-in methods">
    <SecondFactorNotice isHere />
    <Passkeys passkeys={methods.passkeys} />
    <AuthenticatorApp app={methods.app} />
  </Section>
);
