import { Coins } from "lucide-react";
import { ControlNote } from "./control-note.tsx";

/** Tells the owner that the credit was refunded after the first turn failed permanently. */
export const RefundNote = ({ mayRestart }: { mayRestart: boolean }) => (
  <ControlNote>
    <Coins size={16} />
    Your credit for this debate was given back.{mayRestart && " Trying again takes it again."}
  </ControlNote>
);
