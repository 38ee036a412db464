import { Coins } from "lucide-react";
import { Note } from "./note.tsx";

/** Tells the owner that the credit was refunded after the first turn failed permanently. */
export const RefundNote = ({ mayRestart }: { mayRestart: boolean }) => (
  <Note>
    <Coins size={16} />
    Your credit for this debate was given back.{mayRestart && " Trying again takes it again."}
  </Note>
);
