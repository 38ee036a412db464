import type { TopicSetting } from "../topic-setting.ts";

export const TECHNOLOGY_SETTING: TopicSetting = {
  signs:
    /\b(?:ai|artificial|robots?|algorithms?|machines?|social media|smartphones?|phones?|internet|online|data|privacy|tech\w*|software|program\w*|cod(?:e|ing)|computers?|crypto\w*|bitcoin|chatbots?|apps?|digital|tiktok|python|javascript|tabs|spaces|screens?|driverless|automat\w+)\b/i,
  people: [
    "software engineers",
    "nurses with one more screen",
    "small-business owners",
    "teenagers with a phone in bed",
    "translators",
    "call-centre staff",
    "grandparents on a video call",
    "illustrators",
    "people who just want it to work",
    "system administrators",
  ],
  scenes: [
    "a phone lighting up at two in the morning",
    "a chatbot standing between a customer and an answer",
    "an office the day after the software changed",
    "an online form that won't accept an unusual name",
    "a family dinner with five screens at the table",
    "an automated decision that nobody can explain",
    "the first week with a new tool",
    "a password reset at the worst possible moment",
  ],
  gains: [
    "an afternoon handed back",
    "a tool that does what it is told",
    "work that leaves room for judgement",
    "an answer in minutes instead of weeks",
  ],
  costs: [
    "a decision with nobody behind it",
    "one more screen to obey",
    "a skill that is quietly forgotten",
    "a day measured in notifications",
  ],
  truths: [
    "A tool is never only a tool once everybody has one.",
    "What a machine makes easy, people will do more of.",
    "Software is somebody's opinion about how things should be done.",
    "Convenience is the one bargain whose price is always shown last.",
    "The future usually arrives as an update that nobody read.",
    "Anything that learns from us learns our habits first.",
    "A system is only as wise as its answer to the unusual case.",
    "We shape our screens in an afternoon, and they take years over us.",
  ],
};
