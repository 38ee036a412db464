import { useContext } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { stringifyForScript } from "#shared/contract/page.ts";
import { FORMAT_LABEL } from "#shared/domain/debates/debate.ts";
import { buildPicturePath } from "#shared/domain/debates/debate-picture.ts";
import { isShareable } from "#shared/domain/accounts/permissions.ts";
import { NonceContext } from "#web/components/layout/color-mode-provider.tsx";
import { OriginContext, PageHead } from "#web/components/ui/page/page-head.tsx";
import { useProviderLabel, useCompanyInfo } from "#web/lib/config.tsx";

export interface DebatePageHeadProps {
  debate: Debate;
  /** Title, image and path of the page if it shares a clip. */
  part?: { title: string; picture: string; path: string };
}

/** Title and metadata of a debate's page. They never contain the result. */
export const DebatePageHead = ({ debate, part }: DebatePageHeadProps) => {
  const labelOf = useProviderLabel();
  const isOver = debate.status === "completed";
  const corners = `${labelOf(debate.botAProvider)} against ${labelOf(debate.botBProvider)}`;
  const description = `${corners}, ${FORMAT_LABEL[debate.format]}. Read the debate turn by turn${isOver ? "" : ", live"}.`;
  if (!isShareable(debate))
    return <PageHead title={debate.topic} description={description} isUnlisted="secret" />;
  return (
    <>
      <PageHead
        title={debate.topic}
        description={description}
        picture={buildPicturePath(debate.id)}
        {...part}
      />
      <OembedLink path={part?.path ?? `/debate/${debate.id}`} />
      <StructuredData debate={debate} description={description} />
    </>
  );
};

const OembedLink = ({ path }: { path: string }) => {
  const origin = useContext(OriginContext);
  const address = encodeURIComponent(origin + path);
  return (
    <link
      rel="alternate"
      type="application/json+oembed"
      href={`${origin}/oembed?format=json&url=${address}`}
    />
  );
};

const StructuredData = ({ debate, description }: { debate: Debate; description: string }) => {
  const origin = useContext(OriginContext);
  const { company } = useCompanyInfo();
  const article = {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: debate.topic,
    description,
    url: `${origin}/debate/${debate.id}`,
    image: origin + buildPicturePath(debate.id),
    datePublished: debate.createdAt,
    author: { "@type": "Person", name: debate.owner.username },
    publisher: { "@type": "Organization", name: company, url: origin },
    isAccessibleForFree: false,
  };
  return (
    <script
      type="application/ld+json"
      nonce={useContext(NonceContext)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: stringifyForScript(article) }}
    />
  );
};
