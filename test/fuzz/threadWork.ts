import type { Bytes } from './mutate.ts';
import { longestInput } from './mutate.ts';

/** What a thread is asked to do. */
export interface ThreadWork {
  kind: 'fuzz' | 'single' | 'smallest';
  target: string;
  seed: number;
  /** To start from; of `single`, the only one. */
  inputs: readonly Bytes[];
  /** What is being read: {@link stateLength} numbers, and its bytes. */
  state: SharedArrayBuffer;
}

/** Counts when an input begins to be read and when it is done; and the length of the input. */
export const stateLength = 2;
export const stateBytes = 4 * stateLength + longestInput;

export type ThreadMessage =
  /** What it started from is read. */
  | { kind: 'ready'; blocks: number }
  /** An input that ran new code. */
  | { kind: 'kept'; input: Bytes; blocks: number }
  | { kind: 'failed'; input: Bytes; error: string; place: string }
  | { kind: 'single'; milliseconds: number }
  | { kind: 'smallest'; inputs: Bytes[] };
