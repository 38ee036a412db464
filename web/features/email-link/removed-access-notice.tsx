import {
  type RemovedAccess,
  describeRemovedAccess,
} from "#shared/domain/accounts/account-recovery.ts";
import { Notice } from "#web/components/ui/feedback/notice.tsx";
import { Muted } from "#web/components/ui/content/typography.tsx";

/** Lists sign-in methods that were removed when a link was used. Renders nothing without any. */
export const RemovedAccessNotice = ({ removed }: { removed: RemovedAccess | undefined }) => {
  const list = removed ? describeRemovedAccess(removed) : [];
  if (list.length === 0) return null;
  return (
    <Notice tone="warning" role="status">
      <div>
        <p>For your security, we removed every other way to sign in except the password:</p>
        <ul>
          {list.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <Muted css={{ fontSize: "14" }}>
          Add back what you still need. If someone else may know your password, choose a new one.
        </Muted>
      </div>
    </Notice>
  );
};
