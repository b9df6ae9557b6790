/** For how long Swath and the Git extension hold one extension host up until they are active, ms. */
export interface Activation {
  swath: number;
  git: number;
  /** Files of Swath that were loaded by then; only where they are asked for. */
  loaded: string[];
}

/** The environment variables that name the file for activations, one JSON value a line, and that ask for the files. */
export const activationVariable = 'SWATH_BENCH_ACTIVATIONS';
export const loadedVariable = 'SWATH_BENCH_LOADED';

export function readActivations(text: string): Activation[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Activation);
}
