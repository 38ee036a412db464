import { AI_DISCLOSURE } from "../ai-label.ts";
import {
  findLanguage,
  type LanguageTag,
  type TESTED_LANGUAGES,
} from "../debates/language/language.ts";
import { speaksLanguage, type VoiceLanguages } from "./voice-languages.ts";

const ENGLISH = {
  disclosure: AI_DISCLOSURE,
  pause: "The debate pauses here. It continues with the next turn.",
  invitation: "These were the first four turns. Join to hear how this debate ends.",
  /** This text also suits an episode with all turns, because the verdict is only on the page. */
  episode: "Want to know who wins this debate? Join to read the verdict and hear every turn.",
} as const;
export type Announcement = keyof typeof ENGLISH;
export const ANNOUNCEMENT_NAMES = Object.keys(ENGLISH) as Announcement[];

/** Languages that announcements are made in. Debates in other languages have English ones. */
export type AnnouncementLanguage = (typeof TESTED_LANGUAGES)[number];

/** Texts of the announcements in episodes and live streams. */
export const ANNOUNCEMENTS: Record<AnnouncementLanguage, Record<Announcement, string>> = {
  en: ENGLISH,
  es: {
    disclosure: "Dos modelos de IA debaten. Sus voces son sintéticas.",
    pause: "El debate se detiene aquí y continúa con la próxima intervención.",
    invitation:
      "Estas fueron las cuatro primeras intervenciones. Regístrate para escuchar cómo termina este debate.",
    episode:
      "¿Quieres saber quién gana este debate? Regístrate para leer el veredicto y escuchar todas las intervenciones.",
  },
  de: {
    disclosure: "Zwei KI-Modelle debattieren. Ihre Stimmen sind synthetisch.",
    pause: "Hier macht die Debatte eine Pause. Sie geht mit dem nächsten Beitrag weiter.",
    invitation:
      "Das waren die ersten vier Beiträge. Registriere dich und höre, wie diese Debatte endet.",
    episode:
      "Wer gewinnt diese Debatte? Registriere dich, um das Urteil zu lesen und alle Beiträge zu hören.",
  },
  fr: {
    disclosure: "Deux modèles d’IA débattent. Leurs voix sont synthétiques.",
    pause: "Le débat s’interrompt ici. Il reprendra à la prochaine intervention.",
    invitation:
      "C’étaient les quatre premières interventions. Inscrivez-vous pour écouter la fin de ce débat.",
    episode:
      "Qui remporte ce débat ? Inscrivez-vous pour lire le verdict et écouter toutes les interventions.",
  },
  pt: {
    disclosure: "Dois modelos de IA debatem. As vozes são sintéticas.",
    pause: "O debate faz uma pausa aqui. Continua na próxima intervenção.",
    invitation:
      "Estas foram as quatro primeiras intervenções. Crie uma conta para ouvir como este debate termina.",
    episode:
      "Quer saber quem vence este debate? Crie uma conta para ler o veredito e ouvir todas as intervenções.",
  },
  hi: {
    disclosure: "दो एआई मॉडल बहस कर रहे हैं। उनकी आवाज़ें कृत्रिम हैं।",
    pause: "बहस यहाँ रुक रही है। यह अगली बारी से फिर शुरू होगी।",
    invitation: "ये पहली चार बारियाँ थीं। इस बहस का अंत सुनने के लिए खाता बनाएँ।",
    episode: "इस बहस का विजेता कौन है? निर्णय पढ़ने और सभी बारियाँ सुनने के लिए खाता बनाएँ।",
  },
  ar: {
    disclosure: "يتناظر نموذجان من نماذج الذكاء الاصطناعي. صوتاهما اصطناعيان.",
    pause: "تتوقف المناظرة هنا. وتُستأنف مع المداخلة التالية.",
    invitation: "كانت هذه هي المداخلات الأربع الأولى. أنشئ حسابا لتستمع إلى نهاية هذه المناظرة.",
    episode:
      "هل تريد أن تعرف من يفوز في هذه المناظرة؟ أنشئ حسابا لتقرأ الحكم وتستمع إلى جميع المداخلات.",
  },
  he: {
    disclosure: "שני מודלים של בינה מלאכותית מתעמתים. הקולות שלהם סינתטיים.",
    pause: "העימות נעצר כאן. הוא יימשך עם הנאום הבא.",
    invitation: "אלה היו ארבעת הנאומים הראשונים. הירשמו כדי לשמוע איך העימות הזה מסתיים.",
    episode: "רוצים לדעת מי מנצח בעימות הזה? הירשמו כדי לקרוא את פסק הדין ולשמוע את כל הנאומים.",
  },
  zh: {
    disclosure: "两个人工智能模型正在辩论。它们的声音是合成的。",
    pause: "辩论在此暂停，将在下一次发言时继续。",
    invitation: "以上是前四次发言。注册后即可收听这场辩论的结局。",
    episode: "想知道谁赢得了这场辩论吗？注册后即可阅读裁决并收听全部发言。",
  },
  ja: {
    disclosure: "二つのAIモデルが討論します。声はどちらも合成音声です。",
    pause: "討論はここで一時中断します。次の発言から再開します。",
    invitation: "ここまでが最初の四つの発言です。登録すると、この討論の結果を聞くことができます。",
    episode:
      "この討論の勝者はどちらでしょうか。登録すると、判定を読み、すべての発言を聞くことができます。",
  },
};
export const ANNOUNCEMENT_LANGUAGES = Object.keys(ANNOUNCEMENTS) as AnnouncementLanguage[];

/** Name of an announcement in a language, as stored: `pause`, or `pause:es` outside English. */
export type AnnouncementKey = Announcement | `${Announcement}:${AnnouncementLanguage}`;

export const buildAnnouncementKey = (
  announcement: Announcement,
  language: AnnouncementLanguage,
): AnnouncementKey => (language === "en" ? announcement : `${announcement}:${language}`);

/** Returns the text of an announcement and its language. */
export const readAnnouncementKey = (
  key: AnnouncementKey,
): { text: string; language: AnnouncementLanguage } => {
  const [name, language = "en"] = key.split(":") as [Announcement, AnnouncementLanguage?];
  return { text: ANNOUNCEMENTS[language][name], language };
};

/**
 * Returns the language of a debate's announcements: that of the debate if there are texts in it and
 * the voice speaks it, otherwise English.
 */
export const selectAnnouncementLanguage = (
  tag: LanguageTag,
  voice: { languages: VoiceLanguages } | null,
): AnnouncementLanguage => {
  const language = ANNOUNCEMENT_LANGUAGES.find((each) => each === findLanguage(tag)) ?? "en";
  return voice === null || speaksLanguage(voice, language) ? language : "en";
};
