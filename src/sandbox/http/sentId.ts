import { hashText } from './random.ts';

/** The id as a number, which some services write where others write text. */
export function sentId(id: string): number {
  return 1_000_000_000 + hashText(id);
}

/** Whether a path names this id, in either form. */
export function isId(id: string, sent: string | undefined): boolean {
  return sent === id || sent === String(sentId(id));
}
