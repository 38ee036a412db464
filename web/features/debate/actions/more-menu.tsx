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

const useQuestionMarkKey = (ask: () => void): void =>
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "?" && isShortcut(event)) ask();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [ask]);

const DIALOGS = [
  DeleteDebateDialog,
  EmbedDialog,
  KeyboardShortcutsDialog,
  ReportDialog,
  SettingsDialog,
];

/**
 * Preloads the dialogs' code when the menu may open. A failed preload is retried when its dialog
 * opens.
 */
const preloadDialogs = (): void => {
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
  const [opened, setOpened] = useState<DialogName | null>(null);
  const close = useCallback(() => setOpened(null), []);
  useQuestionMarkKey(useCallback(() => setOpened("keys"), []));
  return (
    <>
      <ActionMenu
        label="More"
        onNear={preloadDialogs}
        lines={<MoreMenuItems debate={debate} viewer={viewer} onOpen={setOpened} />}
      >
        <Ellipsis size={16} />
        <WideScreenText>More</WideScreenText>
      </ActionMenu>
      {/* Keeps the page visible while a dialog's code loads. */}
      <Suspense>
        {opened === "delete" && <DeleteDebateDialog debateId={debateId} onClose={close} />}
        {opened === "embed" && <EmbedDialog debate={debate} onClose={close} />}
        {opened === "keys" && <KeyboardShortcutsDialog onClose={close} />}
        {opened === "report" && <ReportDialog debateId={debateId} onClose={close} />}
        {opened === "settings" && (
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
