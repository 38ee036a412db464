import { useContext } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { stringifyForScript } from "#shared/contract/page.ts";
import { DIGITAL_SOURCE_TYPE } from "#shared/domain/ai-label.ts";
import { FORMAT_LABEL } from "#shared/domain/debates/debate.ts";
import { buildPicturePath } from "#shared/domain/debates/debate-picture.ts";
import { isShareable } from "#shared/domain/accounts/permissions.ts";
import { NonceContext } from "#web/components/layout/color-mode-provider.tsx";
import { OriginContext, PageHead } from "#web/components/ui/page/page-head.tsx";
import { useProviderLabel, useCompanyInfo } from "#web/lib/config.tsx";

export interface DebatePageHeadProps {
  debate: Debate;
  /** Replaces title, image and path if the page shares a clip. */
  clip?: { title: string; picture: string; path: string };
}

/** Title and metadata of a debate's page. The debate's result is never part of them. */
export const DebatePageHead = ({ debate, clip }: DebatePageHeadProps) => {
  const getProviderLabel = useProviderLabel();
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
      <StructuredData debate={debate} description={description} />
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

const StructuredData = ({ debate, description }: { debate: Debate; description: string }) => {
  const origin = useContext(OriginContext);
  const { company } = useCompanyInfo();
  const getProviderLabel = useProviderLabel();
  const article = {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: debate.topic,
    inLanguage: debate.language,
    description,
    url: `${origin}/debate/${debate.id}`,
    image: origin + buildPicturePath(debate.id),
    datePublished: debate.createdAt,
    author: { "@type": "Person", name: debate.owner.username },
    // The models that write the speeches, For before Against.
    creator: [debate.botAProvider, debate.botBProvider].map((provider) => ({
      "@type": "SoftwareApplication",
      name: getProviderLabel(provider),
    })),
    publisher: { "@type": "Organization", name: company, url: origin },
    isAccessibleForFree: false,
    digitalSourceType: DIGITAL_SOURCE_TYPE,
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
