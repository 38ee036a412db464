import { Mailbox } from "lucide-react";
import { useConfig } from "#web/lib/config.tsx";
import { Notice } from "./notice.tsx";

/** Where a mail is read that reaches nobody, since a stand-in takes it. */
export const MailboxNotice = () => {
  const mailbox = useConfig()?.mailbox;
  if (!mailbox) return null;
  return (
    <Notice css={{ "& a": { color: "ink", textDecoration: "underline" } }}>
      <Mailbox size={16} />
      <span>
        A stand-in takes all mail here. It is read in{" "}
        <a href={mailbox} target="_blank" rel="noreferrer">
          its mailbox
        </a>
        .
      </span>
    </Notice>
  );
};
