/**
 * An answer to a question about money or keys counts only this long after the question opened, milliseconds: an earlier
 * key press was meant for something else.
 */
export const confirmDelayMs = 700;
