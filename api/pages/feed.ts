import { type RequestHandler, Router } from "express";
import { Feed } from "feed";
import { PathId } from "#shared/contract/primitives.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";
import { MP3 } from "../audio/recording-media.ts";
import {
  type Episode,
  episodeMedia,
  getEpisodeMedia,
  listEpisodes,
} from "../queries/list-episodes.ts";
import type { Context } from "../context.ts";
import { answerErrors, asJson } from "../http/errors.ts";
import { parsePath } from "../http/parse.ts";
import { dataHeaders } from "../http/security-headers.ts";
import { sendMedia } from "../audio/send-media.ts";
import { originOf } from "./origin-of.ts";

const description = ({ currentTurn }: Episode, link: string): string => {
  const heard = Math.min(currentTurn, VISITOR_TURNS);
  return (
    `The first ${heard} turns of a debate between two AI chatbots. ` +
    `Want to see how this debate ends? Join to read and hear the full debate: ${link}`
  );
};

const addEpisode = async (context: Context, podcast: Feed, origin: string, episode: Episode) => {
  const { debateId, topic, createdAt } = episode;
  const link = `${origin}/debate/${debateId}`;
  const { size } = await episodeMedia(context, episode);
  podcast.addItem({
    title: topic,
    id: link,
    link,
    date: createdAt,
    description: description(episode, link),
    enclosure: { url: `${origin}/feed/${debateId}.mp3`, type: MP3, length: size },
  });
};

const composeFeed = async (context: Context, origin: string): Promise<string> => {
  const { productName, companyName, contactEmail } = context.env;
  const podcast = new Feed({
    id: origin,
    link: origin,
    title: productName,
    description: "Two AI chatbots debate a topic: the most popular debates, to listen to.",
    language: "en",
    copyright: companyName,
    author: { name: companyName, email: contactEmail },
    feedLinks: { rss: `${origin}/feed.xml` },
    generator: false,
  });
  for (const episode of await listEpisodes(context))
    await addEpisode(context, podcast, origin, episode);
  return podcast.rss2();
};

/** Players live on sites of their own. */
const forEverySite: RequestHandler = (_req, res, next) => {
  res.set({ "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" });
  next();
};

const feed =
  (context: Context): RequestHandler =>
  async (req, res) => {
    res
      .set("Cache-Control", "public, max-age=300")
      .type("application/rss+xml")
      .send(await composeFeed(context, originOf(context.env, req)));
  };

const episode =
  (context: Context): RequestHandler =>
  async (req, res) => {
    await context.throttles.audio.take(req.ip ?? "");
    const id = parsePath(PathId, req.params["id"]);
    await sendMedia(req, res, await getEpisodeMedia(context, id));
  };

/** The podcast: `/feed.xml`, and the sound of each episode. Open to everyone, as visitors hear it. */
export const feedRoutes = (context: Context, isHttps: boolean): Router =>
  Router()
    .use(["/feed.xml", "/feed"], dataHeaders(isHttps), forEverySite)
    .get("/feed.xml", feed(context))
    .get("/feed/:id.mp3", episode(context))
    .use(answerErrors(context.logger, asJson));
