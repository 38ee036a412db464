import type { Debate } from "#shared/contract/debates/debate.ts";
import { FORMAT_LABEL } from "#shared/domain/debates/debate.ts";
import { buildPicturePath } from "#shared/domain/debates/sharing/debate-picture.ts";
import { isShareable } from "#shared/domain/accounts/permissions.ts";
import type { Speaker } from "#shared/domain/speaker.ts";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";

export interface DebatePageHeadProps {
  debate: Debate;
  /** Replaces title, image and path if the page shares a clip. */
  clip?: { title: string; picture: string; path: string };
}

export const describeDebate = (
  { botAProvider, botBProvider, format, status }: Debate,
  getProviderLabel: (provider: Speaker) => string,
): string => {
  const speakers = `${getProviderLabel(botAProvider)} against ${getProviderLabel(botBProvider)}`;
  return `${speakers}, ${FORMAT_LABEL[format]}. Read the debate turn by turn${status === "completed" ? "" : ", live"}.`;
};

/** Title and metadata of a debate's page. The debate's result is never part of them. */
export const DebatePageHead = ({ debate, clip }: DebatePageHeadProps) => {
  const getProviderLabel = useProviderLabel();
  const description = describeDebate(debate, getProviderLabel);
  if (!isShareable(debate))
    return (
      <PageHead
        title={debate.topic}
        language={debate.language}
        description={description}
        isUnlisted="secret"
      />
    );
  return (
    <PageHead
      title={debate.topic}
      language={debate.language}
      description={description}
      picture={buildPicturePath(debate.id)}
      {...clip}
    />
  );
};
