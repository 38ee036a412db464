import { Ellipsis } from "lucide-react";
import { Suspense, useCallback, useEffect, useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { can } from "#shared/domain/accounts/permissions.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { WideScreenText } from "#web/components/ui/content/typography.tsx";
import { isShortcut } from "#web/lib/browser/keyboard-shortcuts.ts";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { ActionMenu } from "./action-menu.tsx";
import { MoreMenuItems, type DialogName } from "./more-menu-items.tsx";

const DeleteDebateDialog = lazyOptional(() => import("./delete-debate-dialog.tsx"));
const EmbedDialog = lazyOptional(() => import("../share/embed-dialog.tsx"));
const KeyboardShortcutsDialog = lazyOptional(() => import("./keyboard-shortcuts-dialog.tsx"));
const ReportDialog = lazyOptional(() => import("../moderation/report-dialog.tsx"));
const SettingsDialog = lazyOptional(() => import("../settings/debate-settings-dialog.tsx"));

const useQuestionMarkKey = (openHelp: () => void): void =>
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key === "?" && isShortcut(event)) openHelp();
    };
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, [openHelp]);

const DIALOGS = [
  DeleteDebateDialog,
  EmbedDialog,
  KeyboardShortcutsDialog,
  ReportDialog,
  SettingsDialog,
];

/**
 * Preloads the dialogs' code before the menu opens. After a failed preload, opening the dialog
 * loads the code again.
 */
const preloadDialogs = (): void => {
  for (const dialog of DIALOGS) dialog.preload().catch(() => undefined);
};

interface MoreMenuProps {
  debate: Debate;
  viewer: Viewer;
}

/**
 * The "More" menu and its dialogs. When a dialog opens, the menu has closed and its button has the
 * focus. Closing the dialog therefore returns the focus to the button.
 */
export const MoreMenu = ({ debate, viewer }: MoreMenuProps) => {
  const { id: debateId } = debate;
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null);
  const close = useCallback(() => setOpenDialog(null), []);
  useQuestionMarkKey(useCallback(() => setOpenDialog("keys"), []));
  return (
    <>
      <ActionMenu
        label="More"
        onBeforeOpen={preloadDialogs}
        items={<MoreMenuItems debate={debate} viewer={viewer} onOpen={setOpenDialog} />}
      >
        <Ellipsis size={16} />
        <WideScreenText>More</WideScreenText>
      </ActionMenu>
      {/* Keeps the page visible while a dialog's code loads. */}
      <Suspense>
        {openDialog === "delete" && <DeleteDebateDialog debateId={debateId} onClose={close} />}
        {openDialog === "embed" && <EmbedDialog debate={debate} onClose={close} />}
        {openDialog === "keys" && <KeyboardShortcutsDialog onClose={close} />}
        {openDialog === "report" && <ReportDialog debateId={debateId} onClose={close} />}
        {openDialog === "settings" && (
          <SettingsDialog
            debate={debate}
            isPaceOnly={!can(viewer, "change", debate)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
};
