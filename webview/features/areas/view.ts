/** What other parts of the page show of areas of interest. */
export { DrawMenu, DrawTools } from './DrawTools.tsx';
export { addAreaLayer, addAreaTooltip } from './areaLayer.ts';
export { addAreaNames } from './areaNames.ts';
export { attachAreaTools } from './areaTools.ts';
