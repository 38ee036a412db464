import { Download } from "lucide-react";
import type { ElementType, ReactNode } from "react";
import { returnRefs } from "#web/lib/auth/return-focus.ts";
import { ActionMenu } from "../actions/action-menu.tsx";
import {
  preloadTranscript,
  DownloadMenuItems,
  type DownloadMenuItemsProps,
} from "./download-menu-items.tsx";

interface DownloadMenuProps extends DownloadMenuItemsProps {
  /** Element that renders the label; it may hide the label on narrow screens. */
  Label: ElementType<{ children: ReactNode }>;
}

/** Menu to copy or download the transcript and the audio. */
export const DownloadMenu = ({ Label, ...itemProps }: DownloadMenuProps) => (
  <ActionMenu
    label="Download"
    buttonRef={returnRefs["#download"]}
    isOff={itemProps.debate.currentTurn === 0}
    onBeforeOpen={preloadTranscript}
    items={<DownloadMenuItems {...itemProps} />}
  >
    <Download size={16} />
    <Label>Download</Label>
  </ActionMenu>
);
