import { readGpx } from './gpx.ts';
import { readKml, type ShapesOfMarkup } from './kml.ts';

/** The format of a text, by its root element; `undefined` for other XML. */
export function markupFormat(text: string): 'kml' | 'gpx' | undefined {
  const root = /<(?:[\w.-]{1,100}:)?(kml|gpx)[\s>/]/i.exec(text.slice(0, 10_000))?.[1];
  return root === undefined ? undefined : root.toLowerCase() === 'kml' ? 'kml' : 'gpx';
}

/**
 * The shapes of a KML or GPX text. Tracks and paths that return to their start are areas.
 *
 * @param isRead whether the file of a link is read as well
 */
export function readMarkup(
  text: string,
  format: 'kml' | 'gpx',
  isRead: (href: string) => boolean = () => false,
): ShapesOfMarkup {
  return format === 'kml' ? readKml(text, isRead) : { shapes: readGpx(text), leftOut: [] };
}
