/**
 * What the page may send, checked before anything is done with it: the page shows foreign texts, and this is its one way
 * out. The page itself uses only the type.
 */
import * as z from 'zod';
import { constellationCodes } from '../model/images/imagery.ts';

/** More of something than a person can ask for by hand; the list is made for 100,000 images. */
const most = { ids: 200_000, positions: 10_000, characters: 1000, faultCharacters: 20_000 };

const text = z.string().max(most.characters);
const ids = z.array(text).max(most.ids).readonly();
const count = z.int().min(0);
const number = z.number();
const takesFocus = z.boolean();

/** The way to an area in its document, as text; see `keyOf`. */
const key = text.refine(isPath, 'no way into a document');
const place = z.tuple([number, number]).readonly();
/** Which ring and which vertex the text has is looked at where it is changed. */
const vertex = { ring: count, vertex: count };
const step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('move'), ...vertex, to: place }),
  z.object({ kind: z.literal('insert'), ...vertex, to: place }),
  z.object({ kind: z.literal('delete'), ...vertex }),
]);

const filters = z.object({
  ids: ids.exactOptional(),
  relation: z.enum(['intersects', 'contains', 'within', 'disjoint']).exactOptional(),
  circle: z.object({ longitude: number, latitude: number, radius: number }).exactOptional(),
  bounds: z.tuple([number, number, number, number]).readonly().exactOptional(),
  acquiredFrom: text.exactOptional(),
  acquiredTo: text.exactOptional(),
  acquiredAfter: text.exactOptional(),
  acquiredBefore: text.exactOptional(),
  minCloudCover: number.exactOptional(),
  maxCloudCover: number.exactOptional(),
  constellation: z.enum(constellationCodes).exactOptional(),
  processingLevel: z.enum(['SENSOR', 'ALBUM']).exactOptional(),
  productType: text.exactOptional(),
  workspace: z.enum(['public', 'public-pneo']).exactOptional(),
  workspaceId: text.exactOptional(),
  sortBy: text.exactOptional(),
});

const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reshape'), key, step }),
  z.object({ kind: z.literal('remove'), key }),
  z.object({
    kind: z.literal('add'),
    ring: z.array(z.array(number).length(2)).max(most.positions).readonly(),
  }),
]);

const toHost = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'ready',
      'cancelSearch',
      'more',
      // All matches, also beyond those that one search reaches; ended by `cancelSearch`.
      'all',
      // All images again, after `only`.
      'showAll',
      'saveSearch',
      // Chooses a pair for a change analytic.
      'bestPair',
      'draftOrder',
      'draftProduct',
      'revealAoi',
      // The last edit of the document that the map follows, whoever made it.
      'undo',
      'redo',
      // The report is to go from the map; its file stays.
      'closeReport',
      'signIn',
      'showLog',
      'useSandbox',
    ]),
  }),
  z.object({ kind: z.literal('search'), filters }),
  /** Chooses images that cover the AOI together, by a wish. */
  z.object({ kind: z.literal('bestCover'), wish: z.enum(['fewest', 'newest', 'clearest']) }),
  /** In the order of the list. */
  z.object({ kind: z.literal('export'), format: z.enum(['geojson', 'csv', 'ids']), ids }),
  /** Thumbnails in view, the most wanted first; those asked for before and not here are wanted no more. */
  z.object({ kind: z.enum(['thumbnails', 'select']), ids }),
  /** `retryPictures`: a person wants those that failed tried again now, whatever wait their failure asked for. */
  z.object({ kind: z.enum(['quicklook', 'retryPictures']), id: text }),
  /** Asks the person, because streaming spends the allowance; or ends it. */
  z.object({ kind: z.literal('stream'), id: text, on: z.boolean() }),
  z.object({ kind: z.literal('tile'), request: count, id: text, z: count.max(30), x: count, y: count }),
  z.object({ kind: z.literal('cancelTile'), request: count }),
  /** Shows the text of an area; by keyboard a person goes there, a click stays on the map. */
  z.object({ kind: z.literal('revealArea'), key, takesFocus }),
  /** Makes an area the active one. */
  z.object({ kind: z.literal('takeArea'), key }),
  /** Answered by `changed` with the same id. Without a revision there is no document yet. */
  z.object({ kind: z.literal('change'), id: count, revision: count.optional(), change }),
  /** Whether something is being drawn or reshaped, or is on its way to the text: another page would lose it. */
  z.object({ kind: z.literal('inHand'), isBusy: z.boolean() }),
  /** What the map shows by now: west, south, east, north, degrees; longitudes can lie beyond ±180. */
  z.object({ kind: z.literal('view'), bounds: z.tuple([number, number, number, number]).readonly() }),
  /** Shows the text of a feature of the report; by keyboard a person goes there, a click stays on the map. */
  z.object({ kind: z.literal('revealFeature'), reportId: text, index: count, takesFocus }),
  /** F6 did not find its way out of the page: to the next part of the window, or to the one before. */
  z.object({ kind: z.literal('leave'), by: z.union([z.literal(1), z.literal(-1)]) }),
  /** A fault of the page, for the log. */
  z.object({ kind: z.literal('fault'), message: z.string().max(most.faultCharacters) }),
]);

export type ToHost = z.infer<typeof toHost>;

/**
 * Hands on what the page sends where it is a message; of all else only the log is told.
 *
 * @param drop is told in a few words what is wrong
 */
export function checkedMessages(
  handle: (message: ToHost) => void,
  drop: (problem: string) => void,
): (given: unknown) => void {
  return given => {
    const read = toHost.safeParse(given);
    if (read.success) {
      handle(read.data);
      return;
    }
    const [issue] = read.error.issues;
    drop(`${issue?.path.slice(0, 4).join('.') ?? ''}: ${issue?.message ?? ''}`.slice(0, 200));
  };
}

function isPath(given: string): boolean {
  try {
    const path: unknown = JSON.parse(given);
    return Array.isArray(path) && path.every(part => typeof part === 'string' || Number.isInteger(part));
  } catch {
    return false;
  }
}
