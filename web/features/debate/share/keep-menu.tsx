import { Download } from "lucide-react";
import type { ElementType, ReactNode } from "react";
import { ActionMenu } from "../actions/action-menu.tsx";
import { fetchTranscriptCode, KeepItems, type KeepItemsProps } from "./keep-items.tsx";

interface KeepMenuProps extends KeepItemsProps {
  /** What its label is written in: it may be left to the icon. */
  Label: ElementType<{ children: ReactNode }>;
}

/** What was said so far, to be kept: in the clipboard, as a file, or to be heard. */
export const KeepMenu = ({ Label, ...kept }: KeepMenuProps) => (
  <ActionMenu
    label="Download"
    isOff={kept.debate.currentTurn === 0}
    onNear={fetchTranscriptCode}
    lines={<KeepItems {...kept} />}
  >
    <Download size={16} />
    <Label>Download</Label>
  </ActionMenu>
);
