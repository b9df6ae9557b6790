/**
 * Counts the work of a search, so that what is too much is the same on every machine. A unit is one look at a cell,
 * some ten nanoseconds; what costs more counts as many units as it takes of them.
 */
export interface Effort {
  spent: number;
}
