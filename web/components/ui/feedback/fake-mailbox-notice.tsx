import { Mailbox } from "lucide-react";
import { useConfig } from "#web/lib/config.tsx";
import { Notice } from "./notice.tsx";

/** Links to the page that shows sent emails, if a fake SMTP server receives them. */
export const FakeMailboxNotice = () => {
  const mailbox = useConfig()?.mailbox;
  if (!mailbox) return null;
  return (
    <Notice css={{ "& a": { color: "ink", textDecoration: "underline" } }}>
      <Mailbox size={16} />
      <span>
        Emails stay on this server. Read them in the{" "}
        <a href={mailbox} target="_blank" rel="noreferrer">
          demo mailbox
        </a>
        .
      </span>
    </Notice>
  );
};
