/**
 * What the page may send, validated before it is used: the page shows untrusted text, and this is its only way out. The
 * page itself imports only the type.
 */
import type { Position } from 'geojson';
import * as z from 'zod';
import type { SearchCriteria } from '../service/rules/searchCriteria.ts';
import { criterionNames, limitNames, searchCriteria } from '../features/images/rules/index.ts';
import { maxDropped } from '../features/areas/rules/index.ts';
import { decisionKinds, maxDrawn, reviewOrders } from '../features/reports/rules/index.ts';
import { backgroundNames } from './backgroundNames.ts';
import { maxCopied, maxQuestions } from './messageLimits.ts';

/** More than a user can request by hand; the list supports 100,000 images. */
const limits = {
  ids: 200_000,
  positions: 10_000,
  characters: 1000,
  faultCharacters: 20_000,
  savedCharacters: 200_000,
  bytes: 4 * 1024 * 1024,
};

const text = z.string().max(limits.characters);
const ids = z.array(text).max(limits.ids).readonly();
const count = z.int().min(0);
const number = z.number();
const takesFocus = z.boolean();

/** The path of an area in its document, as text; see `areaKey`. */
const key = text.refine(isPath, 'no way into a document');
const place = z.tuple([number, number]).readonly();
const position: z.ZodType<Position> = z.tuple([number, number]);
const ring = z.array(position).max(limits.positions).readonly();
/** Whether the text has this ring and vertex is checked where it is changed. */
const vertex = { ring: count, vertex: count };
const step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('move'), ...vertex, to: place }),
  z.object({ kind: z.literal('insert'), ...vertex, to: place }),
  z.object({ kind: z.literal('delete'), ...vertex }),
  z.object({ kind: z.literal('shift'), by: place }),
  z.object({ kind: z.literal('hole'), hole: ring }),
]);

const droppedFiles = z
  .array(z.object({ name: text, bytes: z.instanceof(Uint8Array) }))
  .max(maxDropped.files)
  .refine(files => files.reduce((sum, { bytes }) => sum + bytes.length, 0) <= maxDropped.bytes, 'too large')
  .readonly();

/** Of a form that its criterion has in files, too, without its limits: the search checks them. */
function formSchema({ form }: (typeof searchCriteria)[keyof typeof searchCriteria]) {
  switch (form.kind) {
    case 'choice':
      return z.enum(form.of);
    case 'number':
      return number;
    case 'text':
      return text;
    case 'own':
      return undefined;
  }
}

const plainFilters = criterionNames.flatMap(name => {
  const form = searchCriteria[name].where === 'files' ? undefined : formSchema(searchCriteria[name]);
  return form ? [[name, form.exactOptional()] as const] : [];
});

const filters = z.object({
  ...Object.fromEntries(plainFilters),
  ids: ids.exactOptional(),
  circle: z.object({ longitude: number, latitude: number, radius: number }).exactOptional(),
  bounds: z.tuple([number, number, number, number]).readonly().exactOptional(),
}) as unknown as z.ZodType<Omit<SearchCriteria, 'aoi'>>;

/** By id: the share of the AOI without cloud, 0 to 1; `null` where it can't be estimated. */
const clear = z
  .array(z.tuple([text, number.min(0).max(1).nullable()]).readonly())
  .max(limits.ids)
  .readonly();

const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reshape'), key, step }),
  z.object({ kind: z.literal('remove'), key }),
  z.object({ kind: z.literal('add'), ring }),
]);

/** What the page asks; `HostAnswer` in `protocol.ts` says what it gets. */
const question = z.discriminatedUnion('kind', [
  /**
   * Pictures of an image, the most urgent one last. `chip`: the quicklook that its chip is cut from. `quicklookLater`: nobody
   * looks at it, so all other pictures come before it.
   */
  z.object({ kind: z.enum(['thumbnail', 'chip', 'quicklook', 'quicklookLater']), id: text }),
  /** Of the Web Mercator grid. */
  z.object({ kind: z.literal('tile'), id: text, z: count.max(30), x: count, y: count }),
  /** A part of the file of the delivered image, by its ID. */
  z.object({ kind: z.literal('productBytes'), id: text, from: count, length: count.max(limits.bytes) }),
  /** Without a revision, what was drawn goes into a new document. */
  z.object({ kind: z.literal('change'), revision: count.optional(), change }),
  /** What a text that was typed means as a place. */
  z.object({ kind: z.literal('findPlace'), text }),
  /** The reports of its analytic and area; or the images that it was made from. */
  z.object({ kind: z.enum(['readSeries', 'reportImages']), reportId: text }),
  /**
   * Reads the review; `start` can ask for what it needs. Or decides about a feature, or with `missed` about a cell of the
   * sample: without `decision` and `missed`, there is none anymore. `sample`: its design, without its grid.
   */
  z.object({
    kind: z.literal('review'),
    reportId: text,
    asks: z.enum(['start', 'name']).exactOptional(),
    feature: count.exactOptional(),
    decision: z.enum(decisionKinds).exactOptional(),
    note: text.exactOptional(),
    order: z.enum(reviewOrders).exactOptional(),
    cell: count.exactOptional(),
    /** `null`: skipped. */
    missed: count.nullable().exactOptional(),
    sample: z
      .object({
        seed: count,
        classBy: text.optional(),
        scoreBy: text.optional(),
      })
      .exactOptional(),
  }),
]);

export type HostQuestion = z.infer<typeof question>;

const ask = z.object({ kind: z.literal('ask'), id: count, question });
const cancel = z.object({ kind: z.literal('cancel'), id: count });
/** A question that isn't valid has no answer and fails alone: those asked with it are answered. */
const invalid = z
  .object({ kind: z.literal('ask'), id: count })
  .transform(({ id }) => ({ kind: 'ask' as const, id, question: { kind: 'invalid' as const } }));

const toHost = z.discriminatedUnion('kind', [
  /** Questions of `messageLink.ts` that were asked or canceled together. */
  z.object({
    kind: z.literal('link'),
    messages: z.array(z.union([ask, cancel, invalid])).max(maxQuestions),
  }),
  z.object({
    kind: z.enum([
      'ready',
      'cancelSearch',
      'more',
      // All matches, beyond the limit of a single search; canceled by `cancelSearch`.
      'all',
      // All images again, after `only`.
      'showAll',
      // The last rows are on screen: the page can take the next ones.
      'received',
      'copySearchLink',
      'copySearchRequest',
      'saveSearch',
      // The pinned images instead of those of the search; or the search again.
      'showShortlist',
      'hideShortlist',
      'saveShortlist',
      'openShortlist',
      'clearShortlist',
      // Both select all pinned images first: an order for the active area; an order for each area of the document.
      'draftShortlist',
      'draftShortlistBatch',
      // Asks whether to order a report or the images.
      'draftOrder',
      'draftProduct',
      // Drafts image products and asks for their price.
      'askPrice',
      'revealAoi',
      // Undoes the last edit of the document that the map follows, whoever made it.
      'undo',
      'redo',
      // Removes the report from the map; its file stays.
      'closeReport',
      'saveReviewedReport',
      // Removes the delivered image from the map.
      'closeProduct',
      'signIn',
      'showLog',
      'useSandbox',
      // Each shows an area on the map.
      'importAoi',
      'newAoi',
      'openSample',
    ]),
  }),
  /** Files that were dropped on the page; those of the Explorer by URI. Or why it can't send them. */
  z.object({
    kind: z.literal('importDropped'),
    files: droppedFiles,
    uris: ids,
    problem: z.enum(['tooMuch', 'unreadable']).exactOptional(),
  }),
  z.object({ kind: z.literal('search'), filters }),
  /** To the clipboard; without a text, it is longer than that. */
  z.object({ kind: z.literal('copy'), text: z.string().max(maxCopied).exactOptional() }),
  z.object({ kind: z.literal('choose'), wish: z.enum(['fewest', 'newest', 'clearest', 'pair']) }),
  /** The filters that the list applies itself, after each change. */
  z.object({
    kind: z.literal('listFilters'),
    limits: z.partialRecord(z.enum(limitNames), number.optional()),
    span: z.object({ from: number, to: number }).optional(),
  }),
  /** What the page has estimated of the active area so far. */
  z.object({ kind: z.literal('clearHere'), clear }),
  z.object({ kind: z.literal('select'), ids }),
  /** In the order of the list. */
  // Without a format, the host asks for it.
  z.object({ kind: z.literal('export'), ids }),
  /** Pins an image to the shortlist or unpins it; or asks the user for the note of a pinned image. */
  z.object({ kind: z.literal('pin'), ids }),
  z.object({ kind: z.enum(['editNote', 'copyImageLink', 'copyServiceAddress']), id: text }),
  /** Clips the active area to what the image covers; or makes that a new area. */
  z.object({ kind: z.enum(['clipToFootprint', 'useFootprint']), id: text }),
  /** The row of the image is open: what Swath knows about the image is shown in it. */
  z.object({ kind: z.literal('opened'), id: text }),
  /** The user wants failed pictures retried now, ignoring any wait after the failure. */
  z.object({ kind: z.literal('retryPictures'), id: text }),
  /** Asks the user first, because streaming uses up the allowance; or ends it. */
  z.object({ kind: z.literal('stream'), id: text, on: z.boolean() }),
  /** The delivered image with this ID is painted, as far as it is in view. */
  z.object({ kind: z.literal('productPainted'), id: text }),
  /** Shows the text of an area; the focus follows if the keyboard was used, and stays on the map after a click. */
  z.object({ kind: z.literal('revealArea'), key, takesFocus }),
  /** Puts the cursor of its text, where that is visible, on a vertex of an area. */
  z.object({ kind: z.literal('revealVertex'), key, ...vertex }),
  /** Makes an area the active one; or asks the user for its name. */
  z.object({ kind: z.enum(['takeArea', 'renameArea']), key }),
  /** Makes the edit that fixes what is wrong with an area, if that is still so; or swaps the axes of any. */
  z.object({ kind: z.literal('fixArea'), key, fix: text }),
  /**
   * Whether something is being drawn or reshaped, or is being written to the text: replacing the page would lose it.
   */
  z.object({ kind: z.literal('busy'), isBusy: z.boolean() }),
  /** The area that the map shows: west, south, east, north, degrees; longitudes can be beyond ±180. */
  z.object({ kind: z.literal('view'), bounds: z.tuple([number, number, number, number]).readonly() }),
  /**
   * Shows the text of a report, or of its feature; the focus follows if the keyboard was used, and stays on the map after a
   * click.
   */
  z.object({ kind: z.literal('revealFeature'), reportId: text, index: count.optional(), takesFocus }),
  /** About an order: its report or image on the map, downloaded if needed; or the order itself. */
  z.object({ kind: z.enum(['openReport', 'showProduct', 'openOrder']), orderId: text }),
  /** In the order wanted. */
  z.object({
    kind: z.literal('exportFeatures'),
    reportId: text,
    indices: z.instanceof(Uint32Array).refine(({ length }) => length <= maxDrawn.features, 'too many'),
  }),
  /** F6 found no target inside the page: moves to the next part of the window, or to the previous one. */
  z.object({ kind: z.literal('leave'), by: z.union([z.literal(1), z.literal(-1)]) }),
  /** What the page keeps of its view, as JSON: for the next one, once its tab is closed. */
  z.object({ kind: z.literal('saved'), view: z.string().max(limits.savedCharacters) }),
  /** Another background of the map; `own` asks for its address. */
  z.object({ kind: z.literal('background'), name: z.enum(backgroundNames) }),
  /** An error in the page, for the log. */
  z.object({ kind: z.literal('fault'), message: z.string().max(limits.faultCharacters) }),
]);

export type ToHost = z.infer<typeof toHost>;

/** `undefined` for bytes in place of a list, which can't be made read-only: then the schema throws. */
function readMessage(value: unknown): z.ZodSafeParseResult<ToHost> | undefined {
  try {
    return toHost.safeParse(value);
  } catch {
    return undefined;
  }
}

/**
 * Passes on what the page sends if it is a valid message; anything else only goes to the log.
 *
 * @param drop receives a short description of what is wrong
 */
export function checkedMessages(
  handle: (message: ToHost) => void,
  drop: (problem: string) => void,
): (value: unknown) => void {
  return value => {
    const read = readMessage(value);
    if (read?.success) {
      handle(read.data);
      return;
    }
    const [issue] = read?.error.issues ?? [];
    drop(`${issue?.path.slice(0, 4).join('.') ?? ''}: ${issue?.message ?? ''}`.slice(0, 200));
  };
}

function isPath(json: string): boolean {
  try {
    const path: unknown = JSON.parse(json);
    return Array.isArray(path) && path.every(part => typeof part === 'string' || Number.isInteger(part));
  } catch {
    return false;
  }
}
