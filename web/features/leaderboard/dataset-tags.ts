import type { JudgeReport, Leaderboard } from "#shared/contract/leaderboard.ts";
import type { PageRequest } from "#shared/contract/page.ts";
import { renderJsonLd } from "#web/lib/json-ld.ts";
import { JUDGE_TEXTS, LEADERBOARD_TEXTS } from "./page-texts.ts";

type DatasetRequest = Pick<PageRequest, "url" | "origin" | "nonce" | "data">;

interface Dataset {
  texts: { title: string; description: string };
  api: string;
  /** Headings of the columns that the page shows. */
  variableMeasured: readonly string[];
  measurementTechnique: string;
  /** Whether the page shows figures of real models. Those of demo mode are no data. */
  hasFigures(answer: unknown): boolean;
}

const DATASETS: Readonly<Record<string, Dataset>> = {
  "/leaderboard": {
    texts: LEADERBOARD_TEXTS,
    api: "/api/leaderboard",
    variableMeasured: ["Rating", "95% interval", "Rank", "Debates", "Votes", "Cost per win"],
    measurementTechnique: "Bradley-Terry model of the votes of blind debates",
    hasFigures: (answer) => (answer as Leaderboard).models.ratings.length > 0,
  },
  "/judge": {
    texts: JUDGE_TEXTS,
    api: "/api/judge",
    variableMeasured: [
      "Verdicts",
      "For wins",
      "Agrees with the audience",
      "Against the scores",
      "Wavers",
    ],
    measurementTechnique: "Counts of verdicts and votes, with Wilson’s 95% intervals",
    hasFigures(answer) {
      const { judges, panels, formats } = answer as JudgeReport;
      return (
        [...judges, ...panels].some(({ isDemo }) => !isDemo) ||
        formats.some(({ debates }) => debates > 0)
      );
    },
  },
};

/**
 * JSON-LD of the leaderboard and of the report on judges: a Dataset, dated by its computation. Empty
 * for other pages and while the page shows no figures. Browsers do not load this code.
 */
export const renderDatasetTags = ({ url, origin, nonce, data }: DatasetRequest): string => {
  const { pathname } = new URL(url, origin);
  const dataset = Object.hasOwn(DATASETS, pathname) ? DATASETS[pathname] : undefined;
  if (!dataset) return "";
  const { texts, api, variableMeasured, measurementTechnique, hasFigures } = dataset;
  const [, answer] = data.queries.find(([[key]]) => key === api) ?? [];
  if (!answer || !hasFigures(answer)) return "";
  const { computedAt } = answer as Pick<Leaderboard, "computedAt">;
  if (computedAt === null) return "";
  return renderJsonLd(nonce, {
    "@type": "Dataset",
    name: `${texts.title} | ${data.config.productName}`,
    description: texts.description,
    url: origin + pathname,
    dateModified: computedAt,
    creator: { "@type": "Organization", name: data.config.companyName, url: origin },
    isAccessibleForFree: true,
    variableMeasured,
    measurementTechnique,
    distribution: {
      "@type": "DataDownload",
      encodingFormat: "application/json",
      contentUrl: origin + api,
    },
  });
};
