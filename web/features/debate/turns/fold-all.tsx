import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { type RefObject, useState } from "react";
import { Button } from "#web/components/ui/button.tsx";

interface FoldAllProps {
  /** Where the turns are. */
  within: RefObject<Element | null>;
  /** Whether any is folded when the page is opened. */
  isFolded: boolean;
}

/** Folds every finished turn to its line, or opens them all. */
export const FoldAll = ({ within, isFolded }: FoldAllProps) => {
  const [isFolding, setFolding] = useState(isFolded);
  const toggle = () => {
    for (const turn of within.current?.querySelectorAll("details") ?? [])
      // One that is being spoken is never folded.
      if (!turn.querySelector(":scope > summary[hidden]")) turn.open = isFolding;
    setFolding(!isFolding);
  };
  return (
    <Button look="ghost" onClick={toggle}>
      {isFolding ? <ChevronsUpDown size={16} /> : <ChevronsDownUp size={16} />}
      {isFolding ? "Unfold all" : "Fold all"}
    </Button>
  );
};
