import type { TopicSetting } from "../topic-setting.ts";

export const WORK_SETTING: TopicSetting = {
  signs:
    /\b(?:jobs?|work\w*|office|remote|wages?|salar\w+|basic income|tax\w*|employ\w+|wealth\w*|capitalis\w+|billionaires?|economy|economic|money|rich|poor|poverty|business\w*|compan\w+|tipping|inflation|rent\w*|unions?|ceos?|markets?)\b/i,
  people: [
    "cleaners on the early shift",
    "small employers",
    "freelancers between invoices",
    "warehouse staff",
    "people in their first job",
    "carers",
    "managers in the middle",
    "shop assistants",
    "people close to retirement",
    "parents who work part-time",
  ],
  scenes: [
    "a kitchen table covered in bills",
    "the Monday meeting that could have been a message",
    "a night shift in a warehouse",
    "a payslip that doesn't stretch to Friday",
    "a small firm at the end of the tax year",
    "the last hour of a ten-hour day",
    "a job interview at the age of fifty-five",
    "an office with its lights still on at nine",
  ],
  gains: [
    "a wage that lasts the month",
    "time that belongs to the person living it",
    "a firm that can plan ahead",
    "work that people want to come back to",
  ],
  costs: [
    "a smaller pay packet",
    "a shop that closes for good",
    "hours nobody is paid for",
    "one more worry on the first of the month",
  ],
  truths: [
    "Work is where most people spend the best hours of the day.",
    "A wage is also a message about who matters.",
    "Time is the only currency that everyone is paid in.",
    "Behind every figure in an economy there is somebody doing sums.",
    "What we call a market is a great many people making up their minds.",
    "Security is invisible to those who have never been without it.",
    "Few things change a household like one unexpected bill.",
    "People rarely work for money alone, and they never work for nothing.",
  ],
};
