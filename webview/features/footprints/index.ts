/** What other parts of the page use of footprints. It needs no document. */
export { densitySteps, densityStep, shadeOpacity } from './drawDensity.ts';
