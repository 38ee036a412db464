import { memo, Suspense } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { isShareable } from "#shared/domain/accounts/permissions.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { WideScreenText, Row } from "#web/components/ui/content/typography.tsx";
import { Button, COMPACT_BUTTON_STYLE } from "#web/components/ui/controls/button.tsx";
import { lazyInServerHtml } from "#web/lib/code-loading/lazy-component.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { DebateSlots } from "../debate-slots.ts";
import { DownloadMenu } from "../share/download-menu.tsx";
import { ShareButton } from "../share/share-button.tsx";
import { ReactionButtons, SignInToReact } from "../voting/reaction-buttons.tsx";
import { MoreMenu } from "./more-menu.tsx";

/* Loaded separately, because only a finished debate has this button. */
const WatchButton = lazyInServerHtml("watch-button", () => import("../watch/watch-button.tsx"));

/* Buttons that wrap to the next line as one group. */
const ActionGroup = styled("div", { base: { display: "flex", gap: { base: "1.5", md: "2" } } });

interface DebateActionsProps extends Pick<DebateSlots, "TopicActions" | "DownloadItems"> {
  debate: Debate;
  viewer: Viewer;
  canWatch: boolean;
}

/**
 * The actions below a debate's topic. Memoised, because deltas of a turn's text do not affect them.
 */
export const DebateActions = memo((props: DebateActionsProps) => {
  const { TopicActions, DownloadItems, debate, viewer, canWatch } = props;
  const isVisitor = viewer === null;
  const isRefused = debate.refusal !== null;
  return (
    <Row css={{ gap: { base: "1.5", md: "2" } }}>
      {canWatch && (
        <Suspense
          fallback={
            <Button isOff css={COMPACT_BUTTON_STYLE}>
              Watch it
            </Button>
          }
        >
          <WatchButton />
        </Suspense>
      )}
      {!isRefused && <TopicActions debate={debate} />}
      <ActionGroup>
        {!isRefused && (
          <>
            <ReactionButtons debate={debate} isVisitor={isVisitor} />
            {isShareable(debate) && <ShareButton debate={debate} Label={WideScreenText} />}
            <DownloadMenu
              Label={WideScreenText}
              debate={debate}
              isVisitor={isVisitor}
              DownloadItems={DownloadItems}
            />
          </>
        )}
        <MoreMenu debate={debate} viewer={viewer} />
      </ActionGroup>
      {isVisitor && debate.status !== "completed" && <SignInToReact />}
    </Row>
  );
});

type DownloadAndShareProps = Pick<DebateActionsProps, "debate" | "DownloadItems">;

/** The download and share buttons below a finished debate. */
export const DownloadAndShare = ({ debate, DownloadItems }: DownloadAndShareProps) => (
  <Row>
    {isShareable(debate) && <ShareButton debate={debate} Label="span" />}
    <DownloadMenu Label="span" debate={debate} isVisitor={false} DownloadItems={DownloadItems} />
  </Row>
);
