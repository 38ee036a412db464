import { useContext } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { jsonForScript } from "#shared/contract/page.ts";
import { FORMAT_LABEL } from "#shared/domain/debate.ts";
import { debatePicture } from "#shared/domain/debate-picture.ts";
import { isShareable } from "#shared/domain/rights.ts";
import { NonceContext } from "#web/components/layout/theme.tsx";
import { OriginContext, PageHead } from "#web/components/ui/page-head.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useCompany } from "#web/lib/use-company.ts";

export interface DebateHeadProps {
  debate: Debate;
  /** Title, image and path of the page if it shares a clip. */
  part?: { title: string; picture: string; path: string };
}

/** Title and metadata of a debate's page. They never contain the result. */
export const DebateHead = ({ debate, part }: DebateHeadProps) => {
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
        picture={debatePicture(debate.id)}
        {...part}
      />
      <Embeddable path={part?.path ?? `/debate/${debate.id}`} />
      <Structured debate={debate} description={description} />
    </>
  );
};

const Embeddable = ({ path }: { path: string }) => {
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

const Structured = ({ debate, description }: { debate: Debate; description: string }) => {
  const origin = useContext(OriginContext);
  const { company } = useCompany();
  const article = {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: debate.topic,
    description,
    url: `${origin}/debate/${debate.id}`,
    image: origin + debatePicture(debate.id),
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
      dangerouslySetInnerHTML={{ __html: jsonForScript(article) }}
    />
  );
};
