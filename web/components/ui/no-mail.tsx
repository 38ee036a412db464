import { MailLink } from "./mail-link.tsx";
import { Muted } from "./text.tsx";

/** Instead of what is done by mail, where none is sent. */
export const NoMail = ({ subject }: { subject: string }) => (
  <Muted css={{ fontSize: "14", "& a": { textDecoration: "underline" } }}>
    This server sends no mail. Write to <MailLink subject={subject} /> for that.
  </Muted>
);
