import { Ellipsis } from "lucide-react";
import { Suspense, useCallback, useEffect, useState } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { isShortcut } from "#web/lib/shortcuts.ts";
import { splitOptional } from "#web/lib/split.tsx";
import { ActionMenu } from "./action-menu.tsx";
import { MoreItems, type Opened } from "./more-items.tsx";

const DeleteDialog = splitOptional(() => import("./delete-dialog.tsx"));
const EmbedDialog = splitOptional(() => import("../share/embed-dialog.tsx"));
const KeysDialog = splitOptional(() => import("./keys-dialog.tsx"));
const ReportDialog = splitOptional(() => import("../moderation/report-dialog.tsx"));
const SettingsDialog = splitOptional(() => import("../settings/settings-dialog.tsx"));

/** What to do when somebody asks with "?" what keys there are. */
const useQuestionMark = (ask: () => void): void =>
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "?" && isShortcut(event)) ask();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [ask]);

const DIALOGS = [DeleteDialog, EmbedDialog, KeysDialog, ReportDialog, SettingsDialog];

/** Fetches the dialogs' code while the menu is read. One that does not come is asked for on opening. */
const fetchDialogs = (): void => {
  for (const dialog of DIALOGS) dialog.preload().catch(() => undefined);
};

interface MoreMenuProps {
  debate: Debate;
  viewer: Viewer;
}

/**
 * What can be done with a debate besides. Its dialogs open once the menu has closed, which gives the
 * focus back to the menu's button; so do they, when they close.
 */
export const MoreMenu = ({ debate, viewer }: MoreMenuProps) => {
  const { id: debateId } = debate;
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = useCallback(() => setOpened(null), []);
  useQuestionMark(useCallback(() => setOpened("keys"), []));
  return (
    <>
      <ActionMenu
        label="More"
        onNear={fetchDialogs}
        lines={<MoreItems debate={debate} viewer={viewer} onOpen={setOpened} />}
      >
        <Ellipsis size={16} />
        <OnWideScreens>More</OnWideScreens>
      </ActionMenu>
      {/* The page stays while their code comes. */}
      <Suspense>
        {opened === "delete" && <DeleteDialog debateId={debateId} onClose={close} />}
        {opened === "embed" && <EmbedDialog debate={debate} onClose={close} />}
        {opened === "keys" && <KeysDialog onClose={close} />}
        {opened === "report" && <ReportDialog debateId={debateId} onClose={close} />}
        {opened === "settings" && <SettingsDialog debate={debate} onClose={close} />}
      </Suspense>
    </>
  );
};
