import { shownLine } from './shownText.ts';

/** Ids longer than this are no names for people. */
const longestName = 12;

/** Enough of an id to tell things apart on screen; the whole id is always to be had beside it. */
export function shortId(id: string): string {
  return shownLine(id.length <= longestName ? id : id.slice(0, 8));
}
