import { CodeXml, Flag, Keyboard, Link2, Settings, Trash2 } from "lucide-react";
import type { Debate } from "#shared/contract/debate.ts";
import { isShareable, may } from "#shared/domain/rights.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { MenuItem } from "#web/components/layout/popover.tsx";
import { copyDebateLink } from "../share/share-debate.ts";

export type Opened = "embed" | "keys" | "report" | "settings" | "delete";

interface MoreItemsProps {
  debate: Debate;
  viewer: Viewer;
  onOpen: (opened: Opened) => void;
}

export const MoreItems = ({ debate, viewer, onOpen }: MoreItemsProps) => {
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
      {may(viewer, "directAutoPlay", debate) && !isRefused && (
        <MenuItem aria-haspopup="dialog" onClick={() => onOpen("settings")}>
          <Settings size={16} />
          {may(viewer, "change", debate) ? "Settings" : "Pace"}
        </MenuItem>
      )}
      <MenuItem aria-haspopup="dialog" onClick={() => onOpen("keys")}>
        <Keyboard size={16} />
        Keyboard shortcuts
      </MenuItem>
      {may(viewer, "report", debate) && (
        <MenuItem aria-haspopup="dialog" onClick={() => onOpen("report")}>
          <Flag size={16} />
          Report
        </MenuItem>
      )}
      {may(viewer, "delete", debate) && (
        <MenuItem aria-haspopup="dialog" css={{ color: "danger" }} onClick={() => onOpen("delete")}>
          <Trash2 size={16} />
          Delete
        </MenuItem>
      )}
    </>
  );
};
