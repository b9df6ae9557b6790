/**
 * An answer to a question about money or keys counts only this long after the question came up, milliseconds: a key
 * pressed before that was meant for something else.
 */
export const confirmDelayMs = 700;
