import { selectRows } from "#infra/db/sql.ts";
import { baseLanguageSql, languageSql } from "#infra/presenters/debate-progress-presenter.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { Format } from "#shared/domain/debates/debate.ts";
import {
  ANNOUNCEMENT_LANGUAGES,
  type AnnouncementKey,
  type AnnouncementLanguage,
  buildAnnouncementKey,
  selectAnnouncementLanguage,
} from "#shared/domain/audio/announcements.ts";
import type { Language, LanguageTag } from "#shared/domain/debates/language/language.ts";
import type { TurnModel } from "#shared/domain/model-name.ts";
import type { Speaker } from "#shared/domain/speaker.ts";
import { VISITOR_MAX_DEBATES, VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { findAnnouncement, findEpisodeTurns, isTurnAudible } from "#api/audio/episode-turns.ts";
import { createEpisodeMedia } from "#api/audio/episode-media.ts";
import { hasRecording } from "#api/audio/turn-recording.ts";
import type { Context } from "#api/context.ts";
import type { MediaResponse } from "#api/audio/send-media.ts";

export interface PodcastEpisode {
  debateId: number;
  topic: string;
  createdAt: Date;
  botAProvider: Speaker;
  botBProvider: Speaker;
  format: Format;
  maxTurns: number;
  language: LanguageTag;
  /** The models of the episode's turns. */
  turns: TurnModel[];
  /** Sum of the recordings' versions. Changes when a recording changes. */
  versions: number;
  /** Versions of the announcements that are recorded, in all languages. */
  announcements: Partial<Record<AnnouncementKey, number>>;
}

/** Returns the names of the announcements before and after an episode in this language. */
export const listEpisodeAnnouncements = (
  language: AnnouncementLanguage,
): [opening: AnnouncementKey, closing: AnnouncementKey] => [
  buildAnnouncementKey("disclosure", language),
  buildAnnouncementKey("episode", language),
];

const ANNOUNCEMENT_KEYS = ANNOUNCEMENT_LANGUAGES.flatMap(listEpisodeAnnouncements);

/**
 * Finds shared and listed debates whose first $1 turns are all recorded and not hidden. Visitors
 * may hear only these turns. The `EXISTS` is a quick check of the last of them: turns are recorded
 * in order, so it excludes most debates with missing recordings. `OFFSET 0` keeps PostgreSQL from
 * turning the `EXISTS` into a join.
 */
export const EPISODES_SQL = `
  SELECT d.id AS "debateId", d.topic, d.created_at AS "createdAt",
         d.bot_a_provider AS "botAProvider", d.bot_b_provider AS "botBProvider",
         d.format, d.max_turns AS "maxTurns", ${languageSql("d")} AS language, heard.versions, heard.models AS turns,
         (SELECT coalesce(json_object_agg(notice, version ORDER BY notice), '{}') FROM audio_cache
           WHERE notice = ANY('{${ANNOUNCEMENT_KEYS.join()}}') AND version > 0) AS announcements
    FROM debates d
   CROSS JOIN LATERAL
         (SELECT count(*) AS turns, sum(a.version)::int AS versions,
                json_agg(json_build_object('turnNumber', t.turn_number, 'model', t.model)
                         ORDER BY t.turn_number) AS models
            FROM turns t JOIN audio_cache a ON a.turn_id = t.id AND a.version > 0
           WHERE t.debate_id = d.id AND t.turn_number <= $1::int AND NOT t.is_hidden) AS heard
   WHERE d.is_public AND d.share_enabled AND NOT d.is_unlisted
     AND EXISTS (SELECT FROM turns t JOIN audio_cache a ON a.turn_id = t.id AND a.version > 0
                  WHERE t.debate_id = d.id AND t.turn_number = least($1::int, d.max_turns) OFFSET 0)
     AND heard.turns = least($1::int, d.max_turns)`;

/** Compares languages without script and region: the feed in `pt` has episodes in `pt-BR` too. */
const IN_LANGUAGE_SQL = `AND ($3::text IS NULL OR ${baseLanguageSql("d")} = $3)`;

/**
 * Returns the most popular episodes, at most the number that visitors may see in a list. With a
 * language, only the episodes in it.
 */
export const listEpisodes = (
  { sql }: Pick<Context, "sql">,
  language: Language | null,
): Promise<PodcastEpisode[]> =>
  selectRows(
    sql,
    `${EPISODES_SQL} ${IN_LANGUAGE_SQL} ORDER BY d.popularity DESC, d.id DESC LIMIT $2`,
    [VISITOR_MAX_TURNS, VISITOR_MAX_DEBATES, language],
  );

type EpisodeMediaDeps = Pick<Context, "env" | "sql" | "recordings">;

export const buildEpisodeMedia = async (
  context: EpisodeMediaDeps,
  episode: PodcastEpisode,
): Promise<MediaResponse & { durationMs: number }> => {
  const { debateId, topic, botAProvider, botBProvider } = episode;
  const language = selectAnnouncementLanguage(episode.language, context.env.voice);
  const [openingKey, closingKey] = listEpisodeAnnouncements(language);
  const [turns, opening, closing] = await Promise.all([
    findEpisodeTurns(context, debateId, VISITOR_MAX_TURNS),
    findAnnouncement(context, openingKey),
    findAnnouncement(context, closingKey),
  ]);
  const { labels } = context.env;
  const artist = `${labels[botAProvider]} and ${labels[botBProvider]}`;
  return {
    ...createEpisodeMedia(context, {
      title: topic,
      artist,
      turns: turns.filter(hasRecording),
      isStillAudible: (turnId) => isTurnAudible(context, null, turnId),
      opening,
      closing,
    }),
    cacheControl: "public, no-cache",
  };
};

/** Returns the MP3 of an episode. Throws `not_found`. */
export const getEpisodeMedia = async (
  context: EpisodeMediaDeps,
  debateId: number,
): Promise<MediaResponse> => {
  const [episode] = await selectRows<PodcastEpisode>(context.sql, `${EPISODES_SQL} AND d.id = $2`, [
    VISITOR_MAX_TURNS,
    debateId,
  ]);
  if (!episode) throw notFound("Episode");
  return buildEpisodeMedia(context, episode);
};
