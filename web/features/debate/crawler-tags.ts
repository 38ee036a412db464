import type { Debate } from "#shared/contract/debates/debate.ts";
import type { ClipView } from "#shared/contract/debates/clip.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { PageRequest } from "#shared/contract/page.ts";
import { isShareable } from "#shared/domain/accounts/permissions.ts";
import { DIGITAL_SOURCE_TYPE } from "#shared/domain/ai-label.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { buildPicturePath } from "#shared/domain/debates/sharing/debate-picture.ts";
import { getProviderOfRole, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import type { Speaker } from "#shared/domain/speaker.ts";
import { escapeHtml } from "#shared/domain/text/escape-html.ts";
import { renderJsonLd } from "#web/lib/json-ld.ts";
import { describeDebate } from "./debate-page-head.tsx";

type CrawlerTagsRequest = Pick<PageRequest, "url" | "origin" | "nonce" | "data">;

const buildStructuredData = (
  debate: Debate,
  turns: readonly Turn[],
  { origin, data: { config } }: CrawlerTagsRequest,
) => {
  const getLabel = (provider: Speaker) =>
    config.providers.find(({ id }) => id === provider)?.label ?? provider;
  const describeApplication = (provider: Speaker, model?: string) => ({
    "@type": "SoftwareApplication",
    name: getLabel(provider),
    softwareVersion: model,
  });
  const describeTurn = ({ turnNumber, role }: Turn, model: string) => ({
    "@type": "CreativeWork",
    position: turnNumber,
    name: `Turn ${turnNumber}, ${SIDE_LABEL[role]}`,
    // Each turn names the language, because the page itself is described in English.
    inLanguage: debate.language,
    creator: describeApplication(getProviderOfRole(role, debate), model),
  });
  return {
    "@type": "Article",
    headline: debate.topic,
    description: describeDebate(debate, getLabel),
    url: `${origin}/debate/${debate.id}`,
    image: origin + buildPicturePath(debate.id),
    datePublished: debate.createdAt,
    author: { "@type": "Person", name: debate.owner.username },
    // The models that write the speeches, For before Against.
    creator: [debate.botAProvider, debate.botBProvider].map((id) => describeApplication(id)),
    hasPart: turns.flatMap((turn) => (turn.model ? [describeTurn(turn, turn.model)] : [])),
    publisher: { "@type": "Organization", name: config.companyName, url: origin },
    isAccessibleForFree: false,
    digitalSourceType: DIGITAL_SOURCE_TYPE,
  };
};

/** The title's language for link previews. Open Graph demands a region, which most tags lack. */
const renderLocale = (tag: LanguageTag): string => {
  const { language, region } = new Intl.Locale(tag);
  return region === undefined ? "" : `<meta property="og:locale" content="${language}_${region}"/>`;
};

/**
 * Tags for crawlers in the head of a debate's page: the oEmbed link, the locale, and JSON-LD with
 * the model of each turn. Empty for other pages and debates that are not shared. Browsers do not load this code.
 */
export const renderCrawlerTags = (request: CrawlerTagsRequest): string => {
  const { url, origin, nonce, data } = request;
  const [, id] = /^\/debate\/(\d+)$/.exec(new URL(url, origin).pathname) ?? [];
  const path = `/api/debates/${id}`;
  const find = (isKey: (key: string) => boolean) => data.queries.find(([[key]]) => isKey(key));
  // `preload-debate.ts` has put these API responses into the page's data.
  const debate = find((key) => key === path)?.[1] as Debate | null | undefined;
  if (!debate || !isShareable(debate)) return "";
  const turns = find((key) => key === `${path}/turns`)?.[1] as Turn[] | undefined;
  const [[clipPath] = [""], clip] = find((key) => key.startsWith(`${path}/moment?`)) ?? [];
  const hasClip = ((clip as ClipView | null | undefined)?.passages.length ?? 0) > 0;
  const page = `${origin}/debate/${id}${hasClip ? clipPath.slice(clipPath.indexOf("?")) : ""}`;
  const oembed = `${origin}/oembed?format=json&url=${encodeURIComponent(page)}`;
  return (
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}"/>` +
    renderLocale(debate.language) +
    renderJsonLd(nonce, buildStructuredData(debate, turns ?? [], request))
  );
};
