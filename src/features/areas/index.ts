/** What other features use of areas of interest. */
export { areaWork, findAreasAside } from './areaWork.ts';
export type { Areas, AreasState } from './areas.ts';
