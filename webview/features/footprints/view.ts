/** What other parts of the page show of footprints. */
export { addFootprints, type Footprints } from './footprintLayer.ts';
export { addHatchLayer } from './hatchLayer.ts';
