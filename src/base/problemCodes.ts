/** What follows from the code of a problem: one row for each. What isn't answered here doesn't compile. */
import * as l10n from '@vscode/l10n';
import type { CommandId } from './commandId.ts';

/** A fix that edits the text. */
export type AoiFixKind =
  | 'close'
  | 'uncross'
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

/** A fix that a command makes, which may ask first. It is called on the area. */
export interface CommandFix {
  command: CommandId;
  title: () => string;
}

interface AreaCode {
  /**
   * In a file of areas; the check decides where it depends on more than the code. In an order, all but hints are errors.
   * `no problem`: only orders need what is missing.
   */
  inFile: 'error' | 'warning' | 'information' | 'decided by the check' | 'no problem';
  /** The most likely first: edits of the text, or commands. */
  fixes: readonly (AoiFixKind | CommandFix)[];
  /** Whether its fix may be made unseen: it changes no area, only rings and bounding boxes. */
  isSafelyFixed: boolean;
  /** What is underlined: the value at the path, or from one position to the end of the next. */
  underlined: 'value' | 'edge';
  /** Whether the area is drawn, although it isn't accepted or isn't where it is meant: only the problem says so. */
  isDrawn: boolean;
  /** Whether the size that is computed of the area is the one that is meant. */
  hasSize: boolean;
}

/** How it is fixed. */
const byHand = { fixes: [], isSafelyFixed: false } as const;
/** Which way a ring should go only its author knows, who can reshape it there. */
const onMap: CommandFix = { command: 'swath.openMap', title: () => l10n.t('Show on Map') };
const onRequest = (...fixes: (AoiFixKind | CommandFix)[]) => ({ fixes, isSafelyFixed: false });
const unseen = (...fixes: AoiFixKind[]) => ({ fixes, isSafelyFixed: true });
/** Where it is shown. */
const notDrawn = { underlined: 'value', isDrawn: false, hasSize: true } as const;
const drawn = { underlined: 'value', isDrawn: true, hasSize: true } as const;
const drawnEdge = { underlined: 'edge', isDrawn: true, hasSize: false } as const;

/** Problems of areas. Those that are errors in files violate RFC 7946 itself: no reader can be sure of the area. */
export const areaCodes = {
  'aoi-missing': { inFile: 'no problem', ...byHand, ...notDrawn },
  'aoi-not-polygon': { inFile: 'decided by the check', ...onRequest('split'), ...notDrawn },
  'aoi-no-rings': { inFile: 'error', ...byHand, ...notDrawn },
  'aoi-projected': { inFile: 'error', ...byHand, ...notDrawn },
  'aoi-too-small': { inFile: 'warning', ...onRequest('grow'), ...drawn },
  'axes-swapped': { inFile: 'error', ...onRequest('swap-axes'), ...notDrawn },
  'axes-perhaps-swapped': { inFile: 'information', ...onRequest('swap-axes'), ...drawn },
  'bbox-wrong': { inFile: 'warning', ...unseen('update-bbox'), ...notDrawn },
  'crosses-antimeridian': { inFile: 'warning', ...onRequest('cut'), ...drawnEdge },
  'crs-member': { inFile: 'decided by the check', ...onRequest('drop-crs'), ...notDrawn },
  'hole-crosses': { inFile: 'warning', ...onRequest('drop-hole', 'drop-holes'), ...drawnEdge },
  'hole-outside': { inFile: 'warning', ...onRequest('drop-hole', 'drop-holes'), ...drawn, hasSize: false },
  'position-altitude': { inFile: 'warning', ...unseen('drop-altitudes'), ...notDrawn },
  'position-not-numbers': { inFile: 'error', ...byHand, ...notDrawn },
  'position-outside': { inFile: 'error', ...onRequest('cut'), ...notDrawn },
  'ring-bow-tie': { inFile: 'warning', ...onRequest('uncross', onMap), ...drawnEdge },
  'ring-crosses': { inFile: 'warning', ...onRequest(onMap), ...drawnEdge },
  'ring-duplicates': { inFile: 'warning', ...unseen('remove-duplicates'), ...notDrawn },
  'ring-not-array': { inFile: 'error', ...byHand, ...notDrawn },
  'ring-not-closed': { inFile: 'error', ...unseen('close'), ...notDrawn },
  'ring-too-short': { inFile: 'error', ...unseen('close'), ...notDrawn },
  'ring-touches': { inFile: 'warning', ...onRequest(onMap), ...drawnEdge, hasSize: true },
  'ring-winding': { inFile: 'information', ...unseen('rewind'), ...notDrawn },
} as const satisfies Record<string, AreaCode>;

export type AreaProblemCode = keyof typeof areaCodes;

/** The answers about a problem of an area; undefined about a problem of something else. */
export function areaCode(code: ProblemCode): AreaCode | undefined {
  return Object.hasOwn(areaCodes, code) ? areaCodes[code as AreaProblemCode] : undefined;
}

interface OrderCode {
  /** Whether any value that suits the place fixes it. */
  isFixedByValue: boolean;
  /** Whether it has fixes of its own, in `ownChanges` of `bodyChanges.ts`. */
  hasOwnFix: boolean;
  /** Whether the editor may make its first fix as the preferred one. */
  isSafelyFixed: boolean;
}

const byValue = { isFixedByValue: true, hasOwnFix: false, isSafelyFixed: true } as const;
const byOwnFix = { isFixedByValue: false, hasOwnFix: true, isSafelyFixed: true } as const;
const byEither = { isFixedByValue: true, hasOwnFix: true, isSafelyFixed: true } as const;
/** Its fix could remove what was meant. */
const byChoice = { isFixedByValue: false, hasOwnFix: true, isSafelyFixed: false } as const;
/** By what the check says was meant, if it knows. */
const byMeant = { isFixedByValue: false, hasOwnFix: false, isSafelyFixed: true } as const;

/** Problems of orders. */
export const orderCodes = {
  'analytic-missing': byValue,
  'analytic-unknown': byValue,
  'aoi-missing': byValue,
  'crs-far': byValue,
  'crs-form': byValue,
  'crs-range': byValue,
  'customer-ref': byOwnFix,
  'image-album': byOwnFix,
  'image-count': byOwnFix,
  'image-format': byValue,
  'image-ids': byValue,
  'image-ids-double': byOwnFix,
  'image-mixed': byOwnFix,
  'image-outside': byOwnFix,
  'image-part': byMeant,
  'image-sensor': byOwnFix,
  'image-stereo': byMeant,
  'kind-abandoned': byOwnFix,
  'kind-missing': byValue,
  'kind-not-paid': byOwnFix,
  'kind-sensor': byOwnFix,
  'kind-unknown': byValue,
  'member-unknown': byChoice,
  'member-value': byEither,
  'order-not-object': byMeant,
  'order-not-plain': byMeant,
  'order-too-deep': byMeant,
  'product-double': byChoice,
  'product-id': byValue,
  'product-not-object': byMeant,
  'product-type': byValue,
  'product-type-sensor': byValue,
  'products-missing': byValue,
  radiometry: byValue,
  'radiometry-sensor': byValue,
  resolution: byValue,
  'resolution-image': byValue,
  'resolution-unsupported': byValue,
  'role-missing': byMeant,
  tags: byOwnFix,
  title: byMeant,
  'title-missing': byValue,
} as const satisfies Record<string, OrderCode>;

type Codes = typeof orderCodes;

/** The codes with fixes of their own. */
export type OwnFixCode = {
  [C in keyof Codes]: Codes[C] extends { hasOwnFix: true } ? C : never;
}[keyof Codes];

/** The answers about a problem in an order. Problems of areas have no row of their own here, but for a missing one. */
export function orderCode(code: ProblemCode): OrderCode {
  return Object.hasOwn(orderCodes, code) ? orderCodes[code as keyof typeof orderCodes] : byMeant;
}

/** Problems of saved searches: only the user can know what was meant. */
export type SearchCode = 'search-conflict' | 'search-criterion';

/** Stable and machine-readable. */
export type ProblemCode = AreaProblemCode | keyof typeof orderCodes | SearchCode;
