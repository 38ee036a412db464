import { escaped } from "#shared/domain/escaped.ts";

export interface Podcast {
  origin: string;
  title: string;
  description: string;
  author: string;
  email: string;
  episodes: readonly {
    title: string;
    description: string;
    /** URL of the debate's page. Also the episode's permanent id. */
    link: string;
    createdAt: Date;
    sound: { url: string; type: string; size: number; durationMs: number };
    isExplicit: boolean;
  }[];
}

/** Characters that XML cannot contain, not even escaped. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const written = (text: string): string => escaped(text.replace(UNWRITABLE, ""));

const episodeXml = (episode: Podcast["episodes"][number]): string => {
  const { title, description, link, createdAt, sound, isExplicit } = episode;
  return `<item>
<title>${written(title)}</title>
<link>${written(link)}</link>
<guid isPermaLink="false">${written(link)}</guid>
<pubDate>${createdAt.toUTCString()}</pubDate>
<description>${written(description)}</description>
<enclosure url="${written(sound.url)}" length="${sound.size}" type="${sound.type}"/>
<itunes:duration>${Math.round(sound.durationMs / 1000)}</itunes:duration>
<itunes:explicit>${isExplicit}</itunes:explicit>
</item>`;
};

/**
 * Returns the RSS feed with all fields that Apple and podcast directories require. Contains no
 * build date, so that all processes return the same.
 */
export const podcastXml = (podcast: Podcast): string => {
  const { origin, title, description, author, email, episodes } = podcast;
  const picture = `${written(origin)}/podcast.png`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
<channel>
<title>${written(title)}</title>
<link>${written(origin)}/</link>
<description>${written(description)}</description>
<language>en</language>
<copyright>${written(author)}</copyright>
<atom:link href="${written(origin)}/feed.xml" rel="self" type="application/rss+xml"/>
<image><url>${picture}</url><title>${written(title)}</title><link>${written(origin)}/</link></image>
<itunes:author>${written(author)}</itunes:author>
<itunes:owner><itunes:name>${written(author)}</itunes:name><itunes:email>${written(email)}</itunes:email></itunes:owner>
<itunes:image href="${picture}"/>
<itunes:category text="Society &amp; Culture"/>
<itunes:explicit>${episodes.some(({ isExplicit }) => isExplicit)}</itunes:explicit>
${episodes.map(episodeXml).join("\n")}
</channel>
</rss>
`;
};
