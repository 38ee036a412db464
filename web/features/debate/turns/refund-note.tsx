import { Coins } from "lucide-react";
import { Notice } from "#web/components/notice.tsx";

/** For the owner of a debate whose first turn failed for good. */
export const RefundNote = () => (
  <Notice>
    <Coins size={16} />
    <span>Your credit for this debate was given back. Trying again takes it again.</span>
  </Notice>
);
