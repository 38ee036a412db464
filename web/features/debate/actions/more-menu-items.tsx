import { CodeXml, Flag, Keyboard, Link2, Settings, Trash2 } from "lucide-react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { isShareable, can } from "#shared/domain/accounts/permissions.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { MenuItem } from "#web/components/layout/popover.tsx";
import { copyDebateLink } from "../share/share-debate.ts";

export type DialogName = "embed" | "keys" | "report" | "settings" | "delete";

interface MoreMenuItemsProps {
  debate: Debate;
  viewer: Viewer;
  onOpen: (opened: DialogName) => void;
}

export const MoreMenuItems = ({ debate, viewer, onOpen }: MoreMenuItemsProps) => {
  const isShared = isShareable(debate);
  const isRefused = debate.refusal !== null;
  return (
    <>
      {isShared && (
        <>
          <MenuItem onClick={() => void copyDebateLink(debate.id)}>
            <Link2 size={16} />
            Copy link
          </MenuItem>
          <MenuItem aria-haspopup="dialog" onClick={() => onOpen("embed")}>
            <CodeXml size={16} />
            Embed
          </MenuItem>
        </>
      )}
      {can(viewer, "directAutoPlay", debate) && !isRefused && (
        <MenuItem aria-haspopup="dialog" onClick={() => onOpen("settings")}>
          <Settings size={16} />
          {can(viewer, "change", debate) ? "Settings" : "Pace"}
        </MenuItem>
      )}
      <MenuItem aria-haspopup="dialog" onClick={() => onOpen("keys")}>
        <Keyboard size={16} />
        Keyboard shortcuts
      </MenuItem>
      {can(viewer, "report", debate) && (
        <MenuItem aria-haspopup="dialog" onClick={() => onOpen("report")}>
          <Flag size={16} />
          Report
        </MenuItem>
      )}
      {can(viewer, "delete", debate) && (
        <MenuItem aria-haspopup="dialog" css={{ color: "danger" }} onClick={() => onOpen("delete")}>
          <Trash2 size={16} />
          Delete
        </MenuItem>
      )}
    </>
  );
};
