import { lackTexts, type ListExtent } from '../../platform/rows/row.ts';
import type { AnswerMap } from '../../protocol/answerMap.ts';

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

/** What the service's list lacks, for a model that would take it for all there is. */
export function listLacks(extent: ListExtent): { lacks?: string[] } {
  const lacks = lackTexts(extent).map(({ label, text }) => `${label}: ${text}`);
  return lacks.length === 0 ? {} : { lacks };
}

/** The page of a long answer, and the next one if there is one. @param end number of what was returned up to this page */
export function answerPage(page: number, end: number, total: number): { page: number; nextPage?: number } {
  return { page, nextPage: end < total ? page + 1 : undefined };
}
