import "reflect-metadata";
import { DataSource } from "typeorm";
import { RecordingEntity } from "../entities/recording.ts";
import { ReactionEntity } from "../entities/reaction.ts";
import { DebateEntity } from "../entities/debate.ts";
import { LedgerEntryEntity } from "../entities/ledger-entry.ts";
import { PurchaseEntity } from "../entities/purchase.ts";
import { TurnEntity } from "../entities/turn.ts";
import { UserEntity } from "../entities/user.ts";
import { UsageEntryEntity } from "../entities/usage-entry.ts";
import { WinnerVoteEntity } from "../entities/winner-vote.ts";
import { QUERY_TIMEOUT_MS } from "./timeout-client.ts";
import { CONNECT_TIMEOUT_MS, WarmPool } from "./warm-pool.ts";
import { PreparedStatementClient } from "./prepared-statements.ts";
import { CreateSchema1760000000000 } from "../migrations/1760000000000-create-schema.ts";
import { VoiceTurns1760000500000 } from "../migrations/1760000500000-voice-turns.ts";
import { AuditLogAndAdminLists1760000600000 } from "../migrations/1760000600000-audit-log-and-admin-lists.ts";
import { SayThatThereIsNoVerdict1760000700000 } from "../migrations/1760000700000-say-that-there-is-no-verdict.ts";
import { MoneyThatGoesBack1760000800000 } from "../migrations/1760000800000-money-that-goes-back.ts";
import { Usage1760000900000 } from "../migrations/1760000900000-usage.ts";
import { ProviderHealth1760000910000 } from "../migrations/1760000910000-provider-health.ts";
import { Moderation1760000920000 } from "../migrations/1760000920000-moderation.ts";
import { AutoPlay1760000930000 } from "../migrations/1760000930000-auto-play.ts";
import { UsageTable1760000940000 } from "../migrations/1760000940000-usage-table.ts";
import { CancelledPurchases1760000950000 } from "../migrations/1760000950000-cancelled-purchases.ts";
import { WordsOfDebates1760001000000 } from "../migrations/1760001000000-words-of-debates.ts";
import { Mails1760001200000 } from "../migrations/1760001200000-mails.ts";
import { MyData1760001210000 } from "../migrations/1760001210000-my-data.ts";
import { FairQueues1760001300000 } from "../migrations/1760001300000-fair-queues.ts";
import { LiveSpeech1760001400000 } from "../migrations/1760001400000-live-speech.ts";
import { Notices1760001410000 } from "../migrations/1760001410000-notices.ts";
import { Shows1760001800000 } from "../migrations/1760001800000-shows.ts";
import { MoreRetries1760001840000 } from "../migrations/1760001840000-more-retries.ts";
import { MailRecipients1760002100000 } from "../migrations/1760002100000-mail-recipients.ts";
import { DebatePace1760002400000 } from "../migrations/1760002400000-debate-pace.ts";
import { UsernameSkeletons1760002210000 } from "../migrations/1760002210000-username-skeletons.ts";
import { EndSessions1760002220000 } from "../migrations/1760002220000-end-sessions.ts";
import { PaidModeration1760002520000 } from "../migrations/1760002520000-paid-moderation.ts";
import { SaltedRecoveryCodes1760002200000 } from "../migrations/1760002200000-salted-recovery-codes.ts";
import { DailySpending1760002300000 } from "../migrations/1760002300000-daily-spending.ts";
import { ResetSecondFactor1760001850000 } from "../migrations/1760001850000-reset-second-factor.ts";
import { KnownDevices1760001220000 } from "../migrations/1760001220000-known-devices.ts";
import { SecurityEvents1760001230000 } from "../migrations/1760001230000-security-events.ts";
import { Notifications1760001600000 } from "../migrations/1760001600000-notifications.ts";
import { Authenticators1760001510000 } from "../migrations/1760001510000-authenticators.ts";
import { Passkeys1760001500000 } from "../migrations/1760001500000-passkeys.ts";
import { Operations1760001610000 } from "../migrations/1760001610000-operations.ts";
import { PurchasesThatSettle1760000000300 } from "../migrations/1760000000300-purchases-that-settle.ts";
import { ReportNetworks1760002530000 } from "../migrations/1760002530000-report-networks.ts";
import { Cleanups1760002600000 } from "../migrations/1760002600000-cleanups.ts";
import { PlainTableNames1760002610000 } from "../migrations/1760002610000-plain-table-names.ts";
import { PlainColumnNames1760002620000 } from "../migrations/1760002620000-plain-column-names.ts";
import { WorkerAdaptations1760002750000 } from "../migrations/1760002750000-worker-adaptations.ts";
import { FailedRefunds1760002900000 } from "../migrations/1760002900000-failed-refunds.ts";
import { LastFailures1760002950000 } from "../migrations/1760002950000-last-failures.ts";
import { ModelChecks1760003000000 } from "../migrations/1760003000000-model-checks.ts";
import { ProviderErrorDetails1760003010000 } from "../migrations/1760003010000-provider-error-details.ts";
import { Rulings1760003100000 } from "../migrations/1760003100000-rulings.ts";
import { SkippedVotes1760003200000 } from "../migrations/1760003200000-skipped-votes.ts";
import { SentenceReactions1760003300000 } from "../migrations/1760003300000-sentence-reactions.ts";
import { WatchedDebates1760003400000 } from "../migrations/1760003400000-watched-debates.ts";
import { DebateLanguage1760003500000 } from "../migrations/1760003500000-debate-language.ts";
import { OpenPages1760003550000 } from "../migrations/1760003550000-open-pages.ts";
import { TurnLanguage1760003700000 } from "../migrations/1760003700000-turn-language.ts";
import { Rematches1760003800000 } from "../migrations/1760003800000-rematches.ts";
import { SpokenRulings1760003900000 } from "../migrations/1760003900000-spoken-rulings.ts";
import { TurnModels1760004000000 } from "../migrations/1760004000000-turn-models.ts";
import { SearchLanguages1760004200000 } from "../migrations/1760004200000-search-languages.ts";
import { ListedLanguages1760004210000 } from "../migrations/1760004210000-listed-languages.ts";
import { Ballots1760004300000 } from "../migrations/1760004300000-ballots.ts";
import { AuditedVerdicts1760004320000 } from "../migrations/1760004320000-audited-verdicts.ts";
import { BlindDebates1760004310000 } from "../migrations/1760004310000-blind-debates.ts";
import { JudgeAudits1760004330000 } from "../migrations/1760004330000-judge-audits.ts";
import { JudgeBaitResults1760004340000 } from "../migrations/1760004340000-judge-bait-results.ts";
import { Leaderboards1760004350000 } from "../migrations/1760004350000-leaderboards.ts";
import { PanelVotes1760004400000 } from "../migrations/1760004400000-panel-votes.ts";
import { VerdictAppeals1760004500000 } from "../migrations/1760004500000-verdict-appeals.ts";
import { JudgeAuditRuns1760004600000 } from "../migrations/1760004600000-judge-audit-runs.ts";
import { VerdictRepeatAnswers1760004700000 } from "../migrations/1760004700000-verdict-repeat-answers.ts";
import { SealedVotes1760004710000 } from "../migrations/1760004710000-sealed-votes.ts";
import { Seasons1760004800000 } from "../migrations/1760004800000-seasons.ts";

interface DataSourceOptions {
  poolSize: number;
  /** Number of connections that stay open while idle. */
  min: number;
  /** Query timeout in milliseconds. 0 means that there is none. */
  queryTimeoutMs: number;
  /** Lock timeout in milliseconds. By default there is none. */
  lockTimeoutMs?: number;
}

export const PRODUCT_CONNECTIONS: DataSourceOptions = {
  poolSize: 10,
  min: 2,
  queryTimeoutMs: QUERY_TIMEOUT_MS,
};
export const COMMAND_CONNECTIONS: DataSourceOptions = { poolSize: 1, min: 0, queryTimeoutMs: 0 };

const APPLICATION_NAME_PARAMETER = "application_name";

/**
 * Adds an application name to the database URL, unless the URL has one. `pg_stat_activity` shows
 * the name.
 */
export const withApplicationName = (name: string, databaseUrl: string): string => {
  const url = new URL(databaseUrl);
  if (!url.searchParams.has(APPLICATION_NAME_PARAMETER))
    url.searchParams.set(APPLICATION_NAME_PARAMETER, name);
  return url.href;
};

/** A connection pool with the entities and migrations. The caller initializes and destroys it. */
export const createDataSource = (
  databaseUrl: string,
  { poolSize, min, queryTimeoutMs, lockTimeoutMs } = PRODUCT_CONNECTIONS,
): DataSource =>
  new DataSource({
    type: "postgres",
    url: databaseUrl,
    poolSize,
    applicationName: new URL(databaseUrl).searchParams.get(APPLICATION_NAME_PARAMETER) ?? "debate",
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    driver: { Pool: WarmPool },
    extra: {
      Client: PreparedStatementClient,
      min,
      query_timeout: queryTimeoutMs,
      ...(lockTimeoutMs !== undefined && { settings: { lock_timeout: lockTimeoutMs } }),
    },
    synchronize: false,
    migrationsTableName: "schema_migrations",
    migrationsTransactionMode: "each",
    migrations: [
      CreateSchema1760000000000,
      PurchasesThatSettle1760000000300,
      VoiceTurns1760000500000,
      AuditLogAndAdminLists1760000600000,
      SayThatThereIsNoVerdict1760000700000,
      MoneyThatGoesBack1760000800000,
      Usage1760000900000,
      ProviderHealth1760000910000,
      Moderation1760000920000,
      AutoPlay1760000930000,
      UsageTable1760000940000,
      CancelledPurchases1760000950000,
      WordsOfDebates1760001000000,
      Mails1760001200000,
      MyData1760001210000,
      FairQueues1760001300000,
      LiveSpeech1760001400000,
      Notices1760001410000,
      Notifications1760001600000,
      Operations1760001610000,
      KnownDevices1760001220000,
      SecurityEvents1760001230000,
      Shows1760001800000,
      MoreRetries1760001840000,
      ResetSecondFactor1760001850000,
      Passkeys1760001500000,
      Authenticators1760001510000,
      MailRecipients1760002100000,
      SaltedRecoveryCodes1760002200000,
      DailySpending1760002300000,
      DebatePace1760002400000,
      UsernameSkeletons1760002210000,
      EndSessions1760002220000,
      PaidModeration1760002520000,
      ReportNetworks1760002530000,
      Cleanups1760002600000,
      PlainTableNames1760002610000,
      PlainColumnNames1760002620000,
      WorkerAdaptations1760002750000,
      FailedRefunds1760002900000,
      LastFailures1760002950000,
      ModelChecks1760003000000,
      ProviderErrorDetails1760003010000,
      Rulings1760003100000,
      SkippedVotes1760003200000,
      SentenceReactions1760003300000,
      WatchedDebates1760003400000,
      DebateLanguage1760003500000,
      OpenPages1760003550000,
      TurnLanguage1760003700000,
      Rematches1760003800000,
      SpokenRulings1760003900000,
      TurnModels1760004000000,
      SearchLanguages1760004200000,
      ListedLanguages1760004210000,
      Ballots1760004300000,
      BlindDebates1760004310000,
      AuditedVerdicts1760004320000,
      JudgeAudits1760004330000,
      JudgeBaitResults1760004340000,
      Leaderboards1760004350000,
      PanelVotes1760004400000,
      VerdictAppeals1760004500000,
      JudgeAuditRuns1760004600000,
      VerdictRepeatAnswers1760004700000,
      SealedVotes1760004710000,
      Seasons1760004800000,
    ],
    entities: [
      UserEntity,
      DebateEntity,
      TurnEntity,
      WinnerVoteEntity,
      ReactionEntity,
      LedgerEntryEntity,
      PurchaseEntity,
      RecordingEntity,
      UsageEntryEntity,
    ],
  });
