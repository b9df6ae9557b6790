/** The member at the start of a GeoJSON file that Swath exports. */
export const exportMark = '"generator":"Swath"';

/** Marks stand at the start of a file. Characters. */
const markedLength = 4_000;

/**
 * Whether a text is an export of Swath, or a STAC item or collection of them: its polygons are footprints and results,
 * not areas that somebody wants to order.
 */
export function isExportText(text: string): boolean {
  const head = text.slice(0, markedLength);
  return /"generator"\s*:\s*"Swath"|"stac_version"\s*:/.test(head);
}
