/** What other features use of areas of interest. It knows no editor. */
export type { Areas, AreasState } from './areas.ts';
