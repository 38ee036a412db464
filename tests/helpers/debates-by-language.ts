import type { Language } from "#shared/domain/debates/language/language.ts";

interface DebateTexts {
  topic: string;
  /** The judge's one-sentence ruling on a turn. */
  ruling: string;
  feedback: string;
  verdict: string;
  /** A search that finds the topic. */
  search: string;
}

/** The texts of a debate, other than its speeches, in every tested language. */
export const DEBATE_TEXTS = {
  en: {
    topic: "Should everybody work only four days a week?",
    ruling: "The hospital objection was answered plainly.",
    feedback: "The comparison with shifts is clear, but no figure supports it.",
    verdict:
      "Both sides agreed on rest. The debate was decided by who explained the shifts better.",
    search: "working days",
  },
  es: {
    topic: "¿Deberíamos trabajar solo cuatro días a la semana?",
    ruling: "La objeción de los hospitales quedó bien respondida.",
    feedback: "La comparación con los turnos es clara, pero ninguna cifra la respalda.",
    verdict:
      "Las dos partes coincidieron en el descanso. Decidió el debate quien explicó mejor los turnos.",
    search: "trabajamos",
  },
  de: {
    topic: "Sollten wir nur noch vier Tage in der Woche arbeiten?",
    ruling: "Der Einwand mit den Krankenhäusern ist klar beantwortet.",
    feedback: "Der Vergleich mit den Schichten überzeugt, aber es fehlt eine Zahl.",
    verdict:
      "Beide Seiten waren sich über die Erholung einig. Entschieden hat, wer die Schichten besser erklärte.",
    search: "arbeite",
  },
  fr: {
    topic: "Faut-il travailler seulement quatre jours par semaine ?",
    ruling: "L’objection des hôpitaux a reçu une réponse claire.",
    feedback: "La comparaison avec les équipes est juste, mais aucun chiffre ne l’appuie.",
    verdict:
      "Les deux camps s’accordent sur le repos. C’est l’explication des équipes qui a tranché le débat.",
    search: "semaines",
  },
  pt: {
    topic: "Devíamos trabalhar apenas quatro dias por semana?",
    ruling: "A objeção dos hospitais foi bem respondida.",
    feedback: "A comparação com os turnos é clara, mas nenhum número a sustenta.",
    verdict:
      "Os dois lados concordaram quanto ao descanso. Decidiu o debate quem explicou melhor os turnos.",
    search: "semanas",
  },
  hi: {
    topic: "क्या हमें सप्ताह में केवल चार दिन काम करना चाहिए?",
    ruling: "अस्पतालों वाली आपत्ति का साफ़ जवाब मिला।",
    feedback: "पालियों से तुलना स्पष्ट है, लेकिन उसके साथ कोई आँकड़ा नहीं है।",
    verdict: "दोनों पक्ष आराम के महत्व पर सहमत थे। फ़ैसला इससे हुआ कि पालियों को किसने बेहतर समझाया।",
    search: "सप्ताह",
  },
  ar: {
    topic: "هل ينبغي أن نعمل أربعة أيام فقط في الأسبوع؟",
    ruling: "كان الرد على اعتراض المستشفيات واضحا.",
    feedback: "المقارنة بالمناوبات واضحة، لكن لا يدعمها أي رقم.",
    verdict: "اتفق الطرفان على أهمية الراحة، وحسم النقاش من شرح نظام المناوبات شرحا أوضح.",
    search: "الأُسبوع",
  },
  he: {
    topic: "האם כדאי לעבוד רק ארבעה ימים בשבוע?",
    ruling: "הטענה על בתי החולים קיבלה מענה ברור.",
    feedback: "ההשוואה למשמרות ברורה, אך אין נתון שתומך בה.",
    verdict: "שני הצדדים הסכימו על חשיבות המנוחה. בוויכוח הכריע מי שהסביר טוב יותר את המשמרות.",
    search: "לעבוד",
  },
  zh: {
    topic: "我们每周应该只工作四天吗？这样做对大家都更好吗？",
    ruling: "对医院的质疑回答得很清楚。",
    feedback: "轮班的比较很清楚，但没有数字支持。",
    verdict: "双方都同意休息很重要。谁把轮班解释得更清楚，谁就赢得了这场辩论。",
    search: "工作",
  },
  ja: {
    topic: "私たちは週に四日だけ働くべきでしょうか。",
    ruling: "病院についての反論には明快に答えました。",
    feedback: "交代勤務との比較は明快ですが、裏づける数字がありません。",
    verdict:
      "休息の大切さでは両者が一致しました。勝敗を分けたのは、交代勤務の説明の分かりやすさです。",
    search: "働く",
  },
} as const satisfies Partial<Record<Language, DebateTexts>>;
