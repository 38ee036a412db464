import { ContactEmailLink } from "../content/contact-email-link.tsx";
import { Muted } from "../content/typography.tsx";

/** Shown in place of features that send email if no SMTP server is configured. */
export const EmailDisabledNote = ({ subject }: { subject: string }) => (
  <Muted css={{ fontSize: "14", "& a": { textDecoration: "underline" } }}>
    This server doesn’t send email. Write to <ContactEmailLink subject={subject} /> instead.
  </Muted>
);
