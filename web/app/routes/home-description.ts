/** What search engines and other sites say of the home page, whoever sees it. */
export const HOME_DESCRIPTION =
  "Two AI chatbots debate a topic of your choice, live, turn by turn, and a third one judges.";
