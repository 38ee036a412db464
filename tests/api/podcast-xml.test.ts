/** @jest-environment jsdom */
import { type Podcast, renderPodcastXml } from "#api/pages/podcast/podcast-xml.ts";

const ORIGIN = "https://debates.example";

const episode = (title: string): Podcast["episodes"][number] => ({
  title,
  description: `A debate: ${ORIGIN}/debate/7`,
  link: `${ORIGIN}/debate/7`,
  createdAt: new Date("2026-11-22T12:00:00Z"),
  audio: { url: `${ORIGIN}/feed/7.mp3`, type: "audio/mpeg", size: 203_900, durationMs: 34_400 },
  isExplicit: false,
  language: "pt-BR",
});

const read = (...episodes: Podcast["episodes"]): Element => readIn(null, episodes);
const readIn = (language: Podcast["language"], episodes: Podcast["episodes"]): Element => {
  const podcast = {
    language,
    origin: ORIGIN,
    title: "Chatbot Debate",
    description: "Debates, to listen to.",
    author: "Cats & Dogs LLC",
    email: "contact@debates.example",
    episodes,
  };
  const feed = new DOMParser().parseFromString(renderPodcastXml(podcast), "text/xml");
  const [channel] = feed.getElementsByTagName("channel");
  if (!channel) throw new Error(feed.documentElement.textContent);
  return channel;
};
const written = ({ tagName, textContent, attributes }: Element) => [
  tagName,
  textContent,
  ...Array.from(attributes, ({ name, value }) => `${name}=${value}`),
];

describe("the podcast feed", () => {
  it("has every element that directories require, and nothing else, with episodes last", () => {
    const children = [...read(episode("Cats or dogs")).children].map(written);
    expect(children.slice(0, -1)).toEqual([
      ["title", "Chatbot Debate"],
      ["link", `${ORIGIN}/`],
      ["description", "Debates, to listen to."],
      ["language", "en"],
      ["copyright", "Cats & Dogs LLC"],
      ["atom:link", "", `href=${ORIGIN}/feed.xml`, "rel=self", "type=application/rss+xml"],
      ["image", `${ORIGIN}/podcast.pngChatbot Debate${ORIGIN}/`],
      ["itunes:author", "Cats & Dogs LLC"],
      ["itunes:owner", "Cats & Dogs LLCcontact@debates.example"],
      ["itunes:image", "", `href=${ORIGIN}/podcast.png`],
      ["category", "AI-generated"],
      ["itunes:category", "", "text=Society & Culture"],
      ["itunes:explicit", "false"],
    ]);
    expect(children.at(-1)?.[0]).toBe("item");
  });

  it("names its language and its own address if it is in one language", () => {
    const channel = readIn("pt", [episode("Gatos ou cães")]);
    expect(channel.getElementsByTagName("language")[0]?.textContent).toBe("pt");
    expect(channel.getElementsByTagName("atom:link")[0]?.getAttribute("href")).toBe(
      `${ORIGIN}/feed.xml?language=pt`,
    );
  });

  it("has the elements of an episode that players show, with its duration in seconds", () => {
    const [item] = read(episode("Cats or dogs")).getElementsByTagName("item");
    expect([...(item?.children ?? [])].map(written)).toEqual([
      ["title", "Cats or dogs"],
      ["link", `${ORIGIN}/debate/7`],
      ["guid", `${ORIGIN}/debate/7`, "isPermaLink=false"],
      ["pubDate", "Sun, 22 Nov 2026 12:00:00 GMT"],
      ["description", `A debate: ${ORIGIN}/debate/7`],
      ["dc:language", "pt-BR"],
      ["category", "AI-generated"],
      ["enclosure", "", `url=${ORIGIN}/feed/7.mp3`, "length=203900", "type=audio/mpeg"],
      ["itunes:duration", "34"],
      ["itunes:explicit", "false"],
    ]);
  });

  it("marks an explicit episode, and with it the whole podcast", () => {
    const channel = read(episode("Cats"), { ...episode("Dogs"), isExplicit: true });
    const texts = [...channel.getElementsByTagName("itunes:explicit")].map((e) => e.textContent);
    expect(texts).toEqual(["true", "false", "true"]);
  });

  it.each([
    "]]> and ]]></title><enclosure url='evil'/>",
    "</item><item><title>Mine</title>",
    "&amp;lt; is not <",
    `"It's" & <![CDATA[`,
    "Katzen 🐈 oder 犬",
  ])("contains any topic unchanged: %j", (topic) => {
    const titles = read(episode(topic)).getElementsByTagName("title");
    expect([...titles].map(({ textContent }) => textContent)).toEqual([
      "Chatbot Debate",
      "Chatbot Debate",
      topic,
    ]);
  });

  it("omits characters that XML does not allow", () => {
    const titles = read(episode("Ca\0ts\uFFFF or\uD800 dogs\u0008")).getElementsByTagName("title");
    expect(titles[2]?.textContent).toBe("Cats or dogs");
  });
});
