/** What the page may send, checked before anything is done with it: the page shows foreign texts, and this is its one way out. */
import * as z from 'zod';
import { constellationCodes } from '../model/images/imagery.ts';
import type { ToHost } from '../shared/protocol.ts';

/** More of something than a person can ask for by hand; the list is made for 100,000 images. */
const most = { ids: 200_000, positions: 10_000, characters: 1000, faultCharacters: 20_000 };

const text = z.string().max(most.characters);
const ids = z.array(text).max(most.ids);
const count = z.int().min(0);
const number = z.number();
const takesFocus = z.boolean();

/** The way to an area in its document, as text; see `keyOf`. */
const key = text.refine(isPath, 'no way into a document');
const place = z.tuple([number, number]);
/** Which ring and which vertex the text has is looked at where it is changed. */
const vertex = { ring: count, vertex: count };
const step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('move'), ...vertex, to: place }),
  z.object({ kind: z.literal('insert'), ...vertex, to: place }),
  z.object({ kind: z.literal('delete'), ...vertex }),
]);

const filters = z.object({
  ids: ids.optional(),
  relation: z.enum(['intersects', 'contains', 'within', 'disjoint']).optional(),
  circle: z.object({ longitude: number, latitude: number, radius: number }).optional(),
  bounds: z.tuple([number, number, number, number]).optional(),
  acquiredFrom: text.optional(),
  acquiredTo: text.optional(),
  acquiredAfter: text.optional(),
  acquiredBefore: text.optional(),
  minCloudCover: number.optional(),
  maxCloudCover: number.optional(),
  constellation: z.enum(constellationCodes).optional(),
  processingLevel: z.enum(['SENSOR', 'ALBUM']).optional(),
  productType: text.optional(),
  workspace: z.enum(['public', 'public-pneo']).optional(),
  workspaceId: text.optional(),
  sortBy: text.optional(),
});

const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reshape'), key, step }),
  z.object({ kind: z.literal('remove'), key }),
  z.object({ kind: z.literal('add'), ring: z.array(z.array(number).length(2)).max(most.positions) }),
]);

const schema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'ready',
      'cancelSearch',
      'more',
      'all',
      'showAll',
      'saveSearch',
      'bestPair',
      'draftOrder',
      'draftProduct',
      'revealAoi',
      'undo',
      'redo',
      'closeReport',
      'signIn',
      'showLog',
      'useSandbox',
    ]),
  }),
  z.object({ kind: z.literal('search'), filters }),
  z.object({ kind: z.literal('bestCover'), wish: z.enum(['fewest', 'newest', 'clearest']) }),
  z.object({ kind: z.literal('export'), format: z.enum(['geojson', 'csv', 'ids']), ids }),
  z.object({ kind: z.enum(['thumbnails', 'select']), ids }),
  z.object({ kind: z.enum(['quicklook', 'retryPictures']), id: text }),
  z.object({ kind: z.literal('stream'), id: text, on: z.boolean() }),
  z.object({ kind: z.literal('tile'), request: count, id: text, z: count.max(30), x: count, y: count }),
  z.object({ kind: z.literal('cancelTile'), request: count }),
  z.object({ kind: z.literal('revealArea'), key, takesFocus }),
  z.object({ kind: z.literal('takeArea'), key }),
  z.object({ kind: z.literal('change'), id: count, revision: count.optional(), change }),
  z.object({ kind: z.literal('inHand'), isBusy: z.boolean() }),
  z.object({ kind: z.literal('view'), bounds: z.tuple([number, number, number, number]) }),
  z.object({ kind: z.literal('revealFeature'), reportId: text, index: count, takesFocus }),
  z.object({ kind: z.literal('leave'), by: z.union([z.literal(1), z.literal(-1)]) }),
  z.object({ kind: z.literal('fault'), message: z.string().max(most.faultCharacters) }),
]);

/** Of every member what it can be, and whether it can be missing; not who may change it. */
type Bare<T> = T extends object
  ? { readonly [K in keyof T]-?: [Bare<Exclude<T[K], undefined>>, undefined extends T[K] ? '?' : '!'] }
  : T;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** By kind, because some kinds share an object of the schema. */
type ByKind<M extends { kind: string }> = { [K in M['kind']]: Bare<Omit<Extract<M, { kind: K }>, 'kind'>> };
type Read<K> = Extract<OneKind<z.infer<typeof schema>>, { kind: K }>;
type OneKind<M> = M extends { kind: infer K }
  ? K extends string
    ? Omit<M, 'kind'> & { kind: K }
    : never
  : never;

/** Does not compile where the schema and the type differ. */
true satisfies Same<ByKind<ToHost>, { [K in z.infer<typeof schema>['kind']]: Bare<Omit<Read<K>, 'kind'>> }>;

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
    const read = schema.safeParse(given);
    if (read.success) {
      handle(read.data as ToHost);
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
