/** For how long an extension holds its host up as it starts, ms. */
export interface Times {
  /** Until its code is there. */
  loadMs: number;
  /** Until the call of `activate` returns. */
  activateMs: number;
}

/** What one extension host says of the activation of Swath in it, and of the Git extension. */
export interface Activation {
  swath: Times;
  git: Times;
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
