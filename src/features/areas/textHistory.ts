import { createHash } from 'node:crypto';

/** How a text came about. */
export type HistoryStep = 'edit' | 'undo' | 'redo';

export interface CanStep {
  canUndo: boolean;
  canRedo: boolean;
}

/**
 * Whether undo and redo would do something. VS Code doesn't say: its history is deduced from the texts that were seen,
 * which are kept as hashes.
 *
 * @param wasEdited whether the document was already edited: then undo can go back further
 */
export function createTextHistory(text: string, wasEdited: boolean) {
  let texts = [textHash(text)];
  let at = 0;
  let isOlder = wasEdited;
  return {
    /** The next text after one step, or after several of the same kind. */
    add(next: string, step: HistoryStep): void {
      const hash = textHash(next);
      if (hash === texts[at]) return;
      const known = step === 'undo' ? texts.lastIndexOf(hash, at - 1) : texts.indexOf(hash, at + 1);
      if (step === 'edit') texts = [...texts.slice(0, ++at), hash];
      else if (known >= 0 && (step === 'redo' || at > 0)) at = known;
      // A text between two that were seen.
      else texts.splice(step === 'undo' ? at : ++at, 0, hash);
    },
    /** A step that did nothing: this is the end of the history. */
    ends(step: 'undo' | 'redo'): void {
      texts = step === 'undo' ? texts.slice(at) : texts.slice(0, at + 1);
      if (step === 'undo') [at, isOlder] = [0, false];
    },
    state: (): CanStep => ({ canUndo: at > 0 || isOlder, canRedo: at < texts.length - 1 }),
  };
}

function textHash(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
