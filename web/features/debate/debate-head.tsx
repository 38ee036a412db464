import { useContext } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { jsonForScript } from "#shared/contract/page.ts";
import { FORMAT_LABEL } from "#shared/domain/debate.ts";
import { debatePicture } from "#shared/domain/debate-picture.ts";
import { MOMENT, momentTitle } from "#shared/domain/moment.ts";
import { isShareable } from "#shared/domain/rights.ts";
import { providerOf, SIDE_LABEL } from "#shared/domain/side.ts";
import { maySeeTurn } from "#shared/domain/visitor.ts";
import { useLinkedMoment } from "#web/components/debate/linked-moment.ts";
import { NonceContext } from "#web/components/layout/theme.tsx";
import { OriginContext, PageHead } from "#web/components/ui/page-head.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useCompany } from "#web/lib/use-company.ts";

/** What a debate is called where it is found and shared: never how it ended. */
export const DebateHead = ({ debate }: { debate: Debate }) => {
  const labelOf = useProviderLabel();
  const isOver = debate.status === "completed";
  const corners = `${labelOf(debate.botAProvider)} against ${labelOf(debate.botBProvider)}`;
  const description = `${corners}, ${FORMAT_LABEL[debate.format]}. Read the debate turn by turn${isOver ? "" : ", live"}.`;
  const { written, view } = useLinkedMoment(debate.id);
  const [passage] = view?.passages ?? [];
  if (!isShareable(debate))
    return <PageHead title={debate.topic} description={description} isUnlisted="secret" />;
  const path = `/debate/${debate.id}`;
  if (view && passage) {
    const speaker = `${labelOf(providerOf(passage.role, debate))}, ${SIDE_LABEL[passage.role]}`;
    const shared = `${path}?${MOMENT}=${written}`;
    // What visitors may not read has no picture.
    const isPictured = maySeeTurn(null, view.passages.at(-1)?.turnNumber ?? 1);
    return (
      <>
        <PageHead
          title={momentTitle(view.quote, speaker)}
          description={`${debate.topic} ${description}`}
          picture={debatePicture(debate.id, isPictured ? written : undefined)}
          shared={shared}
        />
        <Embeddable path={shared} />
      </>
    );
  }
  return (
    <>
      <PageHead title={debate.topic} description={description} picture={debatePicture(debate.id)} />
      <Embeddable path={path} />
      <Structured debate={debate} description={description} />
    </>
  );
};

/** Where other sites ask how to show it. */
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

/** The same for search engines, as schema.org has it. */
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
