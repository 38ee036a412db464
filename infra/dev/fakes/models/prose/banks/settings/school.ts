import type { TopicSetting } from "../topic-setting.ts";

export const SCHOOL_SETTING: TopicSetting = {
  signs:
    /\b(?:schools?|homework|students?|pupils?|teach\w*|universit\w+|exams?|colleges?|degrees?|curricul\w+|educat\w+|grades?|learn\w*|tuition|classrooms?)\b/i,
  people: [
    "teachers",
    "pupils in the back row",
    "first-year students",
    "parents at the school gate",
    "teaching assistants",
    "head teachers",
    "apprentices",
    "late developers",
    "students who work nights",
    "school librarians",
  ],
  scenes: [
    "a class of thirty on a wet Friday afternoon",
    "a kitchen table with homework on it at nine in the evening",
    "the first week at a new school",
    "an exam hall ten minutes before the end",
    "a parents' evening that has overrun",
    "a lecture hall with half its seats empty",
    "a staff room in the last week of term",
    "a student doing sums about the rent",
  ],
  gains: [
    "a lesson that actually lands",
    "children who ask the next question",
    "teachers with time to look up",
    "a qualification that means something",
  ],
  costs: [
    "one more form for the staff room",
    "bored children and tired adults",
    "a year spent learning the wrong thing",
    "a wider gap between the helped and the left alone",
  ],
  truths: [
    "A lesson is the only thing that becomes more when it is given away.",
    "What is learnt with pleasure is hard to forget.",
    "What a school rewards is what it really teaches.",
    "The quietest pupil in the room is often the one a policy forgets.",
    "Learning is slow, private and easily interrupted.",
    "A good question does more for a class than a good answer.",
    "Childhood is short, and most of it is spent on somebody else's schedule.",
    "Marks are easy to give, and attention is hard.",
  ],
};
