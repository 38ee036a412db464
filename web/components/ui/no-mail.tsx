import { MailLink } from "./mail-link.tsx";
import { Muted } from "./text.tsx";

/** Shown in place of email features when no SMTP server is configured. */
export const NoMail = ({ subject }: { subject: string }) => (
  <Muted css={{ fontSize: "14", "& a": { textDecoration: "underline" } }}>
    This server sends no mail. Write to <MailLink subject={subject} /> for that.
  </Muted>
);
