import { Ellipsis } from "lucide-react";
import { Suspense, useCallback, useEffect, useState } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { may } from "#shared/domain/rights.ts";
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

const useQuestionMark = (ask: () => void): void =>
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "?" && isShortcut(event)) ask();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [ask]);

const DIALOGS = [DeleteDialog, EmbedDialog, KeysDialog, ReportDialog, SettingsDialog];

/**
 * Preloads the dialogs' code when the menu may open. A failed preload is retried when its dialog
 * opens.
 */
const fetchDialogs = (): void => {
  for (const dialog of DIALOGS) dialog.preload().catch(() => undefined);
};

interface MoreMenuProps {
  debate: Debate;
  viewer: Viewer;
}

/**
 * The "More" menu and its dialogs. A dialog opens after the menu has closed and returned the focus
 * to its button, so the dialog returns it there too.
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
      {/* Keeps the page visible while a dialog's code loads. */}
      <Suspense>
        {opened === "delete" && <DeleteDialog debateId={debateId} onClose={close} />}
        {opened === "embed" && <EmbedDialog debate={debate} onClose={close} />}
        {opened === "keys" && <KeysDialog onClose={close} />}
        {opened === "report" && <ReportDialog debateId={debateId} onClose={close} />}
        {opened === "settings" && (
          <SettingsDialog
            debate={debate}
            isPaceOnly={!may(viewer, "change", debate)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
};
