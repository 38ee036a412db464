import { useContext } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { FORMAT_LABEL } from "#shared/domain/debates/debate.ts";
import { buildPicturePath } from "#shared/domain/debates/debate-picture.ts";
import { isShareable } from "#shared/domain/accounts/permissions.ts";
import { OriginContext, PageHead } from "#web/components/ui/page/page-head.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { StructuredDataContext } from "./structured-data-context.tsx";

export interface DebatePageHeadProps {
  debate: Debate;
  /** Replaces title, image and path if the page shares a clip. */
  clip?: { title: string; picture: string; path: string };
}

/** Title and metadata of a debate's page. The debate's result is never part of them. */
export const DebatePageHead = ({ debate, clip }: DebatePageHeadProps) => {
  const getProviderLabel = useProviderLabel();
  const renderStructuredData = useContext(StructuredDataContext);
  const isOver = debate.status === "completed";
  const speakers = `${getProviderLabel(debate.botAProvider)} against ${getProviderLabel(debate.botBProvider)}`;
  const description = `${speakers}, ${FORMAT_LABEL[debate.format]}. Read the debate turn by turn${isOver ? "" : ", live"}.`;
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
    <>
      <PageHead
        title={debate.topic}
        language={debate.language}
        description={description}
        picture={buildPicturePath(debate.id)}
        {...clip}
      />
      <OembedLink path={clip?.path ?? `/debate/${debate.id}`} />
      {renderStructuredData({ debate, description })}
    </>
  );
};

const OembedLink = ({ path }: { path: string }) => {
  const origin = useContext(OriginContext);
  const encodedUrl = encodeURIComponent(origin + path);
  return (
    <link
      rel="alternate"
      type="application/json+oembed"
      href={`${origin}/oembed?format=json&url=${encodedUrl}`}
    />
  );
};
