import { ShieldAlert } from "lucide-react";
import { Link } from "react-router-dom";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { styled } from "../theme/styled.tsx";

const AccountLink = styled(Link, { base: { textDecoration: "underline" } });

const NOTICE_TEXT = {
  urged: "Protect your admin account with more than a password.",
  required: "Admins must set up two-step sign-in first.",
} as const;

/** Asks admins without a second factor to add one. Renders nothing for all other users. */
export const SecondFactorNotice = ({ isOnAccountPage = false }: { isOnAccountPage?: boolean }) => {
  const requirement = useAuth().user?.secondFactor;
  if (!requirement) return null;
  return (
    <Notice
      tone={requirement === "required" ? "warning" : "plain"}
      css={{ my: isOnAccountPage ? "0" : "5" }}
    >
      <ShieldAlert size={16} />
      <span>
        {NOTICE_TEXT[requirement]}{" "}
        {isOnAccountPage ? (
          "Add a passkey or an authenticator app."
        ) : (
          <AccountLink to="/account">Add a passkey or an authenticator app</AccountLink>
        )}
      </span>
    </Notice>
  );
};
