import { z } from "zod";
import { FORMATS } from "#shared/domain/debates/debate.ts";
import { LANGUAGES } from "#shared/domain/debates/language/language.ts";
import { MARGINS } from "#shared/domain/debates/judging/decision.ts";
import { MAX_SCORE, MIN_SCORE } from "#shared/domain/debates/judging/score.ts";
import { ROLES } from "#shared/domain/debates/side.ts";
import carsInCityCentres from "./cars-in-city-centres.json" with { type: "json" };
import catsAndDogs from "./cats-and-dogs.json" with { type: "json" };
import compulsoryVoting from "./compulsory-voting.json" with { type: "json" };
import eatingAnimals from "./eating-animals.json" with { type: "json" };
import fourDayWeek from "./four-day-week.json" with { type: "json" };
import homework from "./homework.json" with { type: "json" };
import hotDogSandwich from "./hot-dog-sandwich.json" with { type: "json" };
import paperBooks from "./paper-books.json" with { type: "json" };
import pineapplePizza from "./pineapple-pizza.json" with { type: "json" };
import tortillaConCebolla from "./tortilla-con-cebolla.json" with { type: "json" };
import whiteLies from "./white-lies.json" with { type: "json" };
import zoos from "./zoos.json" with { type: "json" };

const RecordedTurn = z.strictObject({
  text: z.string().min(1),
  score: z.int().min(MIN_SCORE).max(MAX_SCORE),
  ruling: z.string().min(1),
  feedback: z.string().min(1),
  /** Literal parts of `text`. */
  quotes: z.array(z.string().min(1)).min(1),
});

const RecordedAnswer = z.union([
  z.strictObject({ winner: z.enum(ROLES), margin: z.literal(MARGINS) }),
  z.strictObject({ winner: z.literal("draw"), margin: z.null() }),
]);

/** What a debater argues with: cases, a principle or numbers. */
const Debater = z.enum(["cases", "principle", "numbers"]);

const RecordedDebate = z.strictObject({
  topic: z.string(),
  language: z.enum(LANGUAGES),
  format: z.enum(FORMATS),
  debaters: z.strictObject({ for: Debater, against: Debater }),
  /** The turns in the order of the debate: For and Against alternate, and For begins. */
  turns: z.array(RecordedTurn).length(10),
  /** The answers to the two questions for the winner: first with For as speaker A, then Against. */
  answers: z.tuple([RecordedAnswer, RecordedAnswer]),
  verdict: z.string().min(1),
});
export type RecordedDebate = z.infer<typeof RecordedDebate>;

/** Written debates that the fakes replay, in the order in which the form suggests their topics. */
export const RECORDED_DEBATES: readonly RecordedDebate[] = z
  .array(RecordedDebate)
  .parse([
    carsInCityCentres,
    pineapplePizza,
    fourDayWeek,
    homework,
    hotDogSandwich,
    zoos,
    whiteLies,
    catsAndDogs,
    compulsoryVoting,
    eatingAnimals,
    tortillaConCebolla,
    paperBooks,
  ]);
