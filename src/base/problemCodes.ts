/** What follows from the code of a problem: one row for each. What isn't answered here doesn't compile. */

export type AoiFixKind =
  | 'close'
  | 'remove-duplicates'
  | 'rewind'
  | 'swap-axes'
  | 'drop-altitudes'
  | 'drop-hole'
  | 'drop-holes'
  | 'cut'
  | 'split'
  | 'keep-largest'
  | 'grow'
  | 'round'
  | 'drop-crs'
  | 'update-bbox';

interface AreaCode {
  /** In a file of areas; the check decides where it depends on more than the code. In an order, all but hints are errors. */
  inFile: 'error' | 'warning' | 'information' | 'decided by the check';
  /** The most likely first. */
  fixes: readonly AoiFixKind[];
  /** Whether its fix may be made unseen: it changes no area, only rings and bounding boxes. */
  isSafelyFixed: boolean;
  /** What is underlined: the value at the path, or from one position to the end of the next. */
  underlined: 'value' | 'edge';
  /** Whether the area can be drawn, so that only the problem says why the service wouldn't accept it. */
  isDrawn: boolean;
}

const byHand = { fixes: [], isSafelyFixed: false, underlined: 'value', isDrawn: false } as const;

/** Problems of areas. Those that are errors in files violate RFC 7946 itself: no reader can be sure of the area. */
export const areaCodes = {
  'aoi-missing': { ...byHand, inFile: 'decided by the check' },
  'aoi-not-polygon': { ...byHand, inFile: 'decided by the check', fixes: ['split'] },
  'aoi-no-rings': { ...byHand, inFile: 'error' },
  'aoi-projected': { ...byHand, inFile: 'error' },
  'aoi-too-small': { ...byHand, inFile: 'warning', fixes: ['grow'] },
  'axes-swapped': { ...byHand, inFile: 'error', fixes: ['swap-axes'] },
  'axes-perhaps-swapped': { ...byHand, inFile: 'information', fixes: ['swap-axes'] },
  'bbox-wrong': { ...byHand, inFile: 'warning', fixes: ['update-bbox'], isSafelyFixed: true },
  'crosses-antimeridian': {
    ...byHand,
    inFile: 'warning',
    fixes: ['cut'],
    underlined: 'edge',
    isDrawn: true,
  },
  'crs-member': { ...byHand, inFile: 'decided by the check', fixes: ['drop-crs'] },
  'hole-crosses': {
    ...byHand,
    inFile: 'warning',
    fixes: ['drop-hole', 'drop-holes'],
    underlined: 'edge',
    isDrawn: true,
  },
  'hole-outside': { ...byHand, inFile: 'warning', fixes: ['drop-hole', 'drop-holes'], isDrawn: true },
  'position-altitude': {
    ...byHand,
    inFile: 'warning',
    fixes: ['drop-altitudes'],
    isSafelyFixed: true,
  },
  'position-not-numbers': { ...byHand, inFile: 'error' },
  'position-outside': { ...byHand, inFile: 'error', fixes: ['cut'] },
  'ring-crosses': { ...byHand, inFile: 'warning', underlined: 'edge', isDrawn: true },
  'ring-duplicates': {
    ...byHand,
    inFile: 'warning',
    fixes: ['remove-duplicates'],
    isSafelyFixed: true,
  },
  'ring-not-array': { ...byHand, inFile: 'error' },
  'ring-not-closed': { ...byHand, inFile: 'error', fixes: ['close'], isSafelyFixed: true },
  'ring-too-short': { ...byHand, inFile: 'error', fixes: ['close'], isSafelyFixed: true },
  'ring-touches': { ...byHand, inFile: 'warning', underlined: 'edge', isDrawn: true },
  'ring-winding': { ...byHand, inFile: 'information', fixes: ['rewind'], isSafelyFixed: true },
} as const satisfies Record<string, AreaCode>;

export type AreaProblemCode = keyof typeof areaCodes;

/** The answers about a problem of an area; undefined about a problem of something else. */
export function areaCode(code: ProblemCode): AreaCode | undefined {
  return Object.hasOwn(areaCodes, code) ? areaCodes[code as AreaProblemCode] : undefined;
}

interface OrderCode {
  /** Whether any value that suits the place fixes it. What only this code is fixed by is a case of `bodyChanges.ts`. */
  isFixedByValue: boolean;
  /** Whether the editor may make its first fix as the preferred one. */
  isSafelyFixed: boolean;
  /** Whether the check of areas reports it as well, if it is about an area. */
  isOfArea: boolean;
}

const byValue = { isFixedByValue: true, isSafelyFixed: true, isOfArea: true } as const;
const byItself = { ...byValue, isFixedByValue: false } as const;

/** Problems of orders. */
export const orderCodes = {
  'analytic-missing': { ...byValue },
  'analytic-unknown': { ...byValue },
  'aoi-missing': { ...byValue },
  'crs-far': { ...byValue },
  'crs-form': { ...byValue },
  'crs-range': { ...byValue },
  'customer-ref': { ...byItself },
  'image-album': { ...byItself },
  'image-count': { ...byItself },
  'image-format': { ...byValue },
  'image-ids': { ...byValue },
  'image-ids-double': { ...byItself },
  'image-mixed': { ...byItself },
  'image-outside': { ...byItself, isOfArea: false },
  'image-sensor': { ...byItself },
  'image-stereo': { ...byItself },
  'kind-abandoned': { ...byItself },
  'kind-missing': { ...byValue },
  'kind-not-paid': { ...byItself },
  'kind-sensor': { ...byItself },
  'kind-unknown': { ...byValue },
  'member-unknown': { ...byItself, isSafelyFixed: false },
  'member-value': { ...byValue },
  'order-not-object': { ...byItself },
  'order-not-plain': { ...byItself },
  'order-too-deep': { ...byItself },
  'product-double': { ...byItself, isSafelyFixed: false },
  'product-id': { ...byValue },
  'product-not-object': { ...byItself },
  'product-type': { ...byValue },
  'product-type-sensor': { ...byValue },
  'products-missing': { ...byValue },
  radiometry: { ...byValue },
  'radiometry-sensor': { ...byValue },
  resolution: { ...byValue },
  'resolution-image': { ...byValue },
  'resolution-unsupported': { ...byValue },
  'role-missing': { ...byItself },
  tags: { ...byItself },
  title: { ...byItself },
  'title-missing': { ...byValue },
} as const satisfies Record<string, OrderCode>;

/** The answers about a problem of an order; those about a problem of an area there if it has none of its own. */
export function orderCode(code: ProblemCode): OrderCode {
  return Object.hasOwn(orderCodes, code) ? orderCodes[code as keyof typeof orderCodes] : byItself;
}

/** Problems of saved searches: only the user can know what was meant. */
export type SearchCode = 'search-conflict' | 'search-criterion';

/** Stable and machine-readable. */
export type ProblemCode = AreaProblemCode | keyof typeof orderCodes | SearchCode;
