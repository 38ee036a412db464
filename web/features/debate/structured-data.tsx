import { useQueryClient } from "@tanstack/react-query";
import { useContext } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { stringifyForScript } from "#shared/contract/page.ts";
import { DIGITAL_SOURCE_TYPE } from "#shared/domain/ai-label.ts";
import { buildPicturePath } from "#shared/domain/debates/debate-picture.ts";
import { getProviderOfRole, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { NonceContext } from "#web/components/layout/color-mode-provider.tsx";
import { OriginContext } from "#web/components/ui/page/page-head.tsx";
import { useCompanyInfo, useProviderLabel } from "#web/lib/config.tsx";
import { turnsQuery } from "./debate-queries.ts";
import type { StructuredDataProps } from "./structured-data-context.tsx";

/** The debate as JSON-LD, with the model of each turn. Rendered on the server only, for crawlers. */
export const StructuredData = ({ debate, description }: StructuredDataProps) => {
  const origin = useContext(OriginContext);
  const { company } = useCompanyInfo();
  const getProviderLabel = useProviderLabel();
  const turns = useQueryClient().getQueryData(turnsQuery(debate.id).queryKey) ?? [];
  const describeApplication = (provider: Provider, model?: string) => ({
    "@type": "SoftwareApplication",
    name: getProviderLabel(provider),
    softwareVersion: model,
  });
  const describeTurn = ({ turnNumber, role, model }: Turn) =>
    model === null
      ? []
      : [
          {
            "@type": "CreativeWork",
            position: turnNumber,
            name: `Turn ${turnNumber}, ${SIDE_LABEL[role]}`,
            creator: describeApplication(getProviderOfRole(role, debate), model),
          },
        ];
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
    creator: [debate.botAProvider, debate.botBProvider].map((id) => describeApplication(id)),
    hasPart: turns.flatMap(describeTurn),
    publisher: { "@type": "Organization", name: company, url: origin },
    isAccessibleForFree: false,
    digitalSourceType: DIGITAL_SOURCE_TYPE,
  };
  return (
    <script
      type="application/ld+json"
      nonce={useContext(NonceContext)}
      dangerouslySetInnerHTML={{ __html: stringifyForScript(article) }}
    />
  );
};
