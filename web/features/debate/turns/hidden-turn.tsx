import { EyeOff } from "lucide-react";
import { Link } from "react-router-dom";
import type { Role } from "#shared/domain/debates/side.ts";
import { styled } from "#web/components/theme/styled.tsx";

const HiddenTurnFrame = styled("p", {
  base: {
    display: "flex",
    alignItems: "center",
    alignSelf: "start",
    gap: "2.5",
    maxW: "speech",
    ps: { base: "4", md: "5" },
    py: "1",
    borderInlineStartWidth: "2px",
    color: "muted",
    "& svg": { flexShrink: 0 },
  },
  variants: { side: { bot_a: { borderColor: "for" }, bot_b: { borderColor: "against" } } },
});

const HiddenTurnText = ({ side }: { side: Role }) => (
  <HiddenTurnFrame side={side}>
    <EyeOff size={16} />
    This turn is hidden until it is reviewed.
  </HiddenTurnFrame>
);

/* The remark has its own line, below the speaker. */
const AdminRemark = styled("p", {
  base: {
    flexBasis: "100%",
    color: "danger",
    /* Makes the link tall enough to touch, without making the line taller. */
    "& a": { my: "-3", py: "3", textDecoration: "underline" },
  },
});

const AdminNote = () => (
  <AdminRemark>
    This turn was flagged. Only admins can see it. <Link to="/operations">Review it</Link>
  </AdminRemark>
);

interface HiddenTurnProps {
  side: Role;
  /** Whether the viewer sees the turn's text nevertheless, as admins do. */
  isReadable: boolean;
}

/**
 * Shown in place of the text of a turn that moderation has flagged. Admins, who may read the text,
 * get a note beside it.
 */
const HiddenTurn = ({ side, isReadable }: HiddenTurnProps) =>
  isReadable ? <AdminNote /> : <HiddenTurnText side={side} />;

export default HiddenTurn;
