/** Maximum number and total size of files that are dropped on the map: the page sends them in one message. */
export const maxDropped = { files: 20, bytes: 25_000_000 } as const;

/** Maximum length of what the page copies to the clipboard, UTF-16 units: more freezes other programs. */
export const maxCopied = 1_000_000;

/** Maximum number of questions in one message of the page. */
export const maxQuestions = 10_000;
