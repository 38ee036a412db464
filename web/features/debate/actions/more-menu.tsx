import { Ellipsis } from "lucide-react";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Debate } from "#shared/contract/debate.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { useDeleteDebate } from "#web/components/debate/delete-debate.tsx";
import { ConfirmDialog } from "#web/components/ui/confirm-dialog.tsx";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { splitOptional } from "#web/lib/split.tsx";
import { useQuestionMark } from "../keys/use-question-mark.ts";
import { ActionMenu } from "./action-menu.tsx";
import type { Opened } from "./more-items.tsx";
import { embedCode } from "../share/embed-code.ts";

/* Hardly anybody needs them. */
const MoreItems = splitOptional(() => import("./more-items.tsx"));
const EmbedDialog = splitOptional(() => import("../share/embed-dialog.tsx"));
const KeysDialog = splitOptional(() => import("../keys/keys-dialog.tsx"));
const ReportDialog = splitOptional(() => import("../moderation/report-dialog.tsx"));
const SettingsDialog = splitOptional(() => import("../settings/settings-dialog.tsx"));

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
  const deletion = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const onDeleted = () => navigate("/");
  const { isPending, question } = useDeleteDebate({ debateId, onDeleted });
  useEffect(() => {
    if (opened === "delete") deletion.current?.showModal();
  }, [opened]);
  return (
    <>
      <ActionMenu
        label="More"
        preload={MoreItems.preload}
        lines={
          <MoreItems debate={debate} viewer={viewer} isPending={isPending} onOpen={setOpened} />
        }
      >
        <Ellipsis size={16} />
        <OnWideScreens>More</OnWideScreens>
      </ActionMenu>
      <ConfirmDialog ref={deletion} onClose={close} {...question} />
      {/* The page stays while their code comes. */}
      <Suspense>
        {opened === "embed" && (
          <EmbedDialog code={embedCode(debate, window.location.origin)} onClose={close} />
        )}
        {opened === "keys" && <KeysDialog onClose={close} />}
        {opened === "report" && <ReportDialog debateId={debateId} onClose={close} />}
        {opened === "settings" && <SettingsDialog debate={debate} onClose={close} />}
      </Suspense>
    </>
  );
};
