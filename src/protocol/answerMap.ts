/** The map in a conversation: what a tool's answer brings for it, and what both sides call it. */
import type { Geometry, Polygon } from 'geojson';

/** Without an address, a token or a link to a picture: the page has no way out of its frame. */
export interface AnswerMap {
  /** What is on the map, such as "5 of 43 images". */
  title: string;
  /** What was measured or paid, each in a few words. */
  notes: readonly string[];
  /** When the service was asked, ISO 8601; missing if what it returned earlier is on the map. */
  readAt?: string | undefined;
  /** Why it isn't newer. */
  notRefreshed?: string | undefined;
  area?: { name: string; polygon: Polygon } | undefined;
  features: readonly { type: 'Feature'; geometry: Geometry; properties: Record<string, unknown> }[];
  /** Opens it in the editor after a question; see `features/links/link.ts`. */
  link?: string | undefined;
}

/** Where a tool's result has the map, in `_meta`: models don't read that. */
export const mapKey = 'swath/map';

/** The page that shows it. */
export const mapUri = 'ui://swath/map.html';

/** Opens a link in the editor. For the page: models aren't offered it. */
export const openLinkTool = 'swath_openLink';

/** Elements of the page with the outlines of the world, each packed by deflate in base64, and the language. */
export const mapPageParts = { land: 'swath-land', coast: 'swath-coast', locale: 'swath-locale' } as const;
