/** What other parts of the page show of quicklooks. */
export { BlinkName, CompareBar } from './CompareBar.tsx';
export { LinkedMaps, type LinkedParts } from './LinkedMaps.tsx';
export { Divider, SwipeDivider } from './SwipeDivider.tsx';
export { ToggleButton } from './ToggleButton.tsx';
export { addPictureLayers, sideClip } from './pictureLayers.ts';
