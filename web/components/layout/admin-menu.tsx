import { AudioLines, ChevronDown, ClipboardCheck, ShieldCheck, UsersRound } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router-dom";
import { Button } from "../ui/button.tsx";
import { styled } from "../theme/styled.tsx";
import { Popover, popoverItem } from "./popover.tsx";

const Item = styled(Link, popoverItem);

export const AdminItems = () => (
  <>
    <Item to="/admin">
      <AudioLines size={16} />
      Audio Admin
    </Item>
    <Item to="/admin-panel">
      <UsersRound size={16} />
      User Management
    </Item>
    <Item to="/operations">
      <ClipboardCheck size={16} />
      Operations
    </Item>
  </>
);

/** The admins' pages, for whom the header shows it. */
export const AdminMenu = () => {
  const id = useId();
  return (
    <>
      <Button popoverTarget={id} css={{ hideBelow: "lg" }}>
        <ShieldCheck size={16} />
        Admin
        <ChevronDown size={16} />
      </Button>
      <Popover id={id} label="Admin">
        <AdminItems />
      </Popover>
    </>
  );
};
