import type { TopicSetting } from "../topic-setting.ts";

export const FOOD_SETTING: TopicSetting = {
  signs:
    /\b(?:pizza|pineapple|food\w*|meat|vegan\w*|vegetarian\w*|diet\w*|sugar|coffee|tea|restaurants?|chocolate|cereal|soup|sandwich\w*|hot dogs?|cook\w*|eat\w*|breakfast|cheese|beer|wine|burgers?|fruit|ketchup|milk|pasta)\b/i,
  people: [
    "cooks",
    "waiters after a double shift",
    "fussy eaters",
    "grandmothers with opinions",
    "students with one pan",
    "home bakers",
    "market traders",
    "food critics",
    "people who eat lunch standing up",
    "dinner guests",
  ],
  scenes: [
    "a Friday-night order that six people have to agree on",
    "a lunch queue at ten past one",
    "a family table where everyone reaches at once",
    "a fridge with three things in it",
    "the last piece left on the plate",
    "a restaurant kitchen at full tilt",
    "a picnic when the weather turns",
    "a menu that tries too hard",
  ],
  gains: [
    "a meal that people remember",
    "something better on the plate",
    "a table where everyone stays a little longer",
    "a dinner nobody has to defend",
  ],
  costs: [
    "a disappointed table",
    "a dearer shopping basket",
    "a good dish spoilt by a clever idea",
    "leftovers that nobody wants",
  ],
  truths: [
    "A recipe is an argument that has been won in a kitchen.",
    "Nothing brings out principles like an empty stomach.",
    "Every table is a small parliament, and somebody always wants the last word.",
    "Taste has a memory, and it is longer than ours.",
    "The best dish in the house is the one that is asked for again.",
    "Food is how people say who they are without having to explain it.",
    "Everybody eats, and so everybody is an expert.",
    "A meal is judged by the silence at its start and the noise at its end.",
  ],
};
