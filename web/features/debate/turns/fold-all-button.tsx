import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { type RefObject, useState } from "react";
import { Button } from "#web/components/ui/controls/button.tsx";

export interface FoldAllButtonProps {
  container: RefObject<Element | null>;
  /** Whether some turns are folded initially. */
  isFolded: boolean;
}

const FoldAllButton = ({ container, isFolded }: FoldAllButtonProps) => {
  const [isFolding, setFolding] = useState(isFolded);
  const toggle = () => {
    for (const turn of container.current?.querySelectorAll("details") ?? [])
      // A streaming turn has a hidden summary and stays open.
      if (!turn.querySelector(":scope > summary[hidden]")) turn.open = isFolding;
    setFolding(!isFolding);
  };
  return (
    <Button variant="ghost" onClick={toggle}>
      {isFolding ? <ChevronsUpDown size={16} /> : <ChevronsDownUp size={16} />}
      {isFolding ? "Expand all" : "Collapse all"}
    </Button>
  );
};

export default FoldAllButton;
