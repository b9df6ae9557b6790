/** Maximum length of what the page copies to the clipboard, UTF-16 units: more freezes other programs. */
export const maxCopied = 1_000_000;

/** Maximum number of questions in one message of the page. */
export const maxQuestions = 10_000;
