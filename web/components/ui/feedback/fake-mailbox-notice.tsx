import { Mailbox } from "lucide-react";
import { useConfig } from "#web/lib/config.tsx";
import { Notice } from "./notice.tsx";

/** Link to the fake mailbox, if emails go to a fake SMTP server. */
export const FakeMailboxNotice = () => {
  const mailbox = useConfig()?.mailbox;
  if (!mailbox) return null;
  return (
    <Notice css={{ "& a": { color: "ink", textDecoration: "underline" } }}>
      <Mailbox size={16} />
      <span>
        Demo mode: emails stay on this server. Read them in the{" "}
        <a href={mailbox} target="_blank" rel="noreferrer">
          demo mailbox
        </a>
        .
      </span>
    </Notice>
  );
};
