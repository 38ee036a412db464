import { EyeOff } from "lucide-react";
import { Link } from "react-router-dom";
import type { Role } from "#shared/domain/side.ts";
import { styled } from "#web/components/theme/styled.tsx";

const Note = styled("p", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2.5",
    maxW: "speech",
    ps: { base: "4", md: "5" },
    py: "1",
    borderInlineStartWidth: "2px",
    color: "muted",
    "& svg": { flexShrink: 0 },
    /* As high as a thumb needs, without making its line higher. */
    "& a": { my: "-3", py: "3", color: "ink", textDecoration: "underline" },
  },
  variants: { side: { bot_a: { borderColor: "for" }, bot_b: { borderColor: "against" } } },
});

interface HiddenTurnProps {
  side: Role;
  /** Who decides reads it all the same. */
  isForAdmins: boolean;
}

/** What stands in the place of a turn that was flagged, and over it for those who decide about it. */
export const HiddenTurn = ({ side, isForAdmins }: HiddenTurnProps) => (
  <Note side={side}>
    <EyeOff size={16} />
    {isForAdmins ? (
      <span>
        Only admins see this turn: it was flagged. <Link to="/operations">Decide about it</Link>
      </span>
    ) : (
      "This turn is hidden while it is reviewed."
    )}
  </Note>
);
