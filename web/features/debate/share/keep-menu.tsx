import { Download } from "lucide-react";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { splitOptional } from "#web/lib/split.tsx";
import { ActionMenu } from "../actions/action-menu.tsx";
import type { KeepItemsProps } from "./keep-items.tsx";

const KeepItems = splitOptional(() => import("./keep-items.tsx"));

/** What was said so far, to be kept: in the clipboard, as a file, or to be heard. */
export const KeepMenu = (props: KeepItemsProps) => (
  <ActionMenu
    label="Download"
    isOff={props.debate.currentTurn === 0}
    preload={KeepItems.preload}
    lines={<KeepItems {...props} />}
  >
    <Download size={16} />
    <OnWideScreens>Download</OnWideScreens>
  </ActionMenu>
);
