/** How long Swath and the Git extension keep the extension host busy until they are active, ms. */
export interface Activation {
  swath: number;
  git: number;
  /** Files of Swath that were loaded by then; only when requested. */
  loaded: string[];
}

/**
 * Environment variables: a file to append activations to, one JSON value per line, and whether to list loaded files.
 */
export const activationVariable = 'SWATH_BENCH_ACTIVATIONS';
export const loadedVariable = 'SWATH_BENCH_LOADED';

export function readActivations(text: string): Activation[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Activation);
}
