import type { AnswerMap } from '../shared/answerMap.ts';

/** What a tool returns: to the model, and to clients that show a map. */
export interface ToolAnswer {
  result: Record<string, unknown>;
  map?: AnswerMap | undefined;
  pictures?: readonly AnswerPicture[];
}

/** A quicklook, for clients that show images to their model. */
export interface AnswerPicture {
  imageId: string;
  bytes: Uint8Array;
  mimeType: string;
}

/** The page of a long answer, and the next one if there is one. @param end number of what was returned up to this page */
export function pageOf(page: number, end: number, total: number): { page: number; nextPage?: number } {
  return { page, ...(end < total ? { nextPage: page + 1 } : {}) };
}
