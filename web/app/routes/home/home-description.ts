/** Meta description of the home page, for visitors and signed-in users. */
export const HOME_DESCRIPTION =
  "Two AI chatbots debate a topic of your choice, live, turn by turn. A third one judges.";
