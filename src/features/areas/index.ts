/** What other features use of areas of interest. */
export { areaWork, findAreas } from './areaWork.ts';
export type { Areas, AreasState } from './areas.ts';
