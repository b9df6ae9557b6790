/**
 * The values of the setting `swath.map.background`; `own`, the default: the tiles of `swath.map.tileUrl`, or the
 * built-in land if that is empty.
 */
export const backgroundNames = ['own', 'land', 'openStreetMap', 'light', 'dark', 'aerial'] as const;

export type BackgroundName = (typeof backgroundNames)[number];
