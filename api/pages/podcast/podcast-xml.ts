import { AI_LABEL } from "#shared/domain/ai-label.ts";
import {
  DEFAULT_LANGUAGE,
  type Language,
  type LanguageTag,
} from "#shared/domain/debates/language/language.ts";
import { escapeHtml } from "#shared/domain/text/escape-html.ts";

export interface Podcast {
  origin: string;
  title: string;
  description: string;
  author: string;
  email: string;
  /** The language of all episodes; null if the feed has episodes in any language. */
  language: Language | null;
  episodes: readonly {
    title: string;
    description: string;
    /** URL of the debate's page. Also the episode's permanent id. */
    link: string;
    createdAt: Date;
    audio: { url: string; type: string; size: number; durationMs: number };
    isExplicit: boolean;
    language: LanguageTag;
  }[];
}

/** Characters that XML cannot contain, not even escaped. */
const INVALID_XML_CHARACTERS = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const escapeXml = (text: string): string => escapeHtml(text.replace(INVALID_XML_CHARACTERS, ""));

const renderEpisodeXml = (episode: Podcast["episodes"][number]): string => {
  const { title, description, link, createdAt, audio, isExplicit, language } = episode;
  return `<item>
<title>${escapeXml(title)}</title>
<link>${escapeXml(link)}</link>
<guid isPermaLink="false">${escapeXml(link)}</guid>
<pubDate>${createdAt.toUTCString()}</pubDate>
<description>${escapeXml(description)}</description>
<dc:language>${escapeXml(language)}</dc:language>
<category>${AI_LABEL}</category>
<enclosure url="${escapeXml(audio.url)}" length="${audio.size}" type="${audio.type}"/>
<itunes:duration>${Math.round(audio.durationMs / 1000)}</itunes:duration>
<itunes:explicit>${isExplicit}</itunes:explicit>
</item>`;
};

/**
 * Returns the RSS feed with all fields that Apple and podcast directories require. Contains no
 * build date, so that all processes return the same bytes.
 */
export const renderPodcastXml = (podcast: Podcast): string => {
  const { origin, title, description, author, email, language, episodes } = podcast;
  const query = language === null ? "" : `?language=${language}`;
  const picture = `${escapeXml(origin)}/podcast.png`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
<channel>
<title>${escapeXml(title)}</title>
<link>${escapeXml(origin)}/</link>
<description>${escapeXml(description)}</description>
<language>${language ?? DEFAULT_LANGUAGE}</language>
<copyright>${escapeXml(author)}</copyright>
<atom:link href="${escapeXml(origin)}/feed.xml${query}" rel="self" type="application/rss+xml"/>
<image><url>${picture}</url><title>${escapeXml(title)}</title><link>${escapeXml(origin)}/</link></image>
<itunes:author>${escapeXml(author)}</itunes:author>
<itunes:owner><itunes:name>${escapeXml(author)}</itunes:name><itunes:email>${escapeXml(email)}</itunes:email></itunes:owner>
<itunes:image href="${picture}"/>
<category>${AI_LABEL}</category>
<itunes:category text="Society &amp; Culture"/>
<itunes:explicit>${episodes.some(({ isExplicit }) => isExplicit)}</itunes:explicit>
${episodes.map(renderEpisodeXml).join("\n")}
</channel>
</rss>
`;
};
