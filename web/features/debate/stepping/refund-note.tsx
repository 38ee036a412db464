import { Coins } from "lucide-react";
import { styled } from "#web/components/theme/styled.tsx";

const Note = styled("p", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2.5",
    px: "4",
    py: "2.5",
    fontSize: "14",
    color: "muted",
    "& svg": { flexShrink: 0 },
  },
});

/** For the owner of a debate whose first turn failed for good: beside what takes the credit again. */
export const RefundNote = ({ mayRestart }: { mayRestart: boolean }) => (
  <Note>
    <Coins size={16} />
    Your credit for this debate was given back.{mayRestart && " Trying again takes it again."}
  </Note>
);
