import { Download } from "lucide-react";
import type { ElementType, ReactNode } from "react";
import { ActionMenu } from "../actions/action-menu.tsx";
import {
  preloadTranscript,
  DownloadMenuItems,
  type DownloadMenuItemsProps,
} from "./download-menu-items.tsx";

interface DownloadMenuProps extends DownloadMenuItemsProps {
  /** Element of the label, which may be hidden on narrow screens. */
  Label: ElementType<{ children: ReactNode }>;
}

/** Menu to copy or download the transcript and the audio. */
export const DownloadMenu = ({ Label, ...kept }: DownloadMenuProps) => (
  <ActionMenu
    label="Download"
    isOff={kept.debate.currentTurn === 0}
    onNear={preloadTranscript}
    lines={<DownloadMenuItems {...kept} />}
  >
    <Download size={16} />
    <Label>Download</Label>
  </ActionMenu>
);
