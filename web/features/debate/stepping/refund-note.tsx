import { Coins } from "lucide-react";
import { Note } from "./note.tsx";

/** For the owner of a debate whose first turn failed for good: beside what takes the credit again. */
export const RefundNote = ({ mayRestart }: { mayRestart: boolean }) => (
  <Note>
    <Coins size={16} />
    Your credit for this debate was given back.{mayRestart && " Trying again takes it again."}
  </Note>
);
