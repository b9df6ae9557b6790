/** What other parts of the page use of areas of interest. It needs no document. */
export { createAreaHits } from './areaHits.ts';
export { arrowSteps, focusPlace } from './areaKeys.ts';
export { AreaModel } from './areaModel.ts';
export { metersOf } from './areaRings.ts';
export { beyondText, leftOutText, placeText, toolHints } from './words.ts';
export { distanceText } from './measureFigures.ts';
