import { Download } from "lucide-react";
import type { ElementType, ReactNode } from "react";
import { ActionMenu } from "../actions/action-menu.tsx";
import { fetchTranscriptCode, KeepItems, type KeepItemsProps } from "./keep-items.tsx";

interface KeepMenuProps extends KeepItemsProps {
  /** Element of the label, which may be hidden on narrow screens. */
  Label: ElementType<{ children: ReactNode }>;
}

/** Menu to copy or download the transcript and the audio. */
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
