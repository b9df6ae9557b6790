/** Fixes of the AOIs in a document, as edits of its text. */
import { type Node, parseTree } from 'jsonc-parser';
import type { JsonPath } from '../../../../base/problem.ts';
import { applyEdits, memberRemoval, shifted, type TextEdit } from '../../../../geo/text/geojsonEdit.ts';
import {
  type JsonText,
  nodeAt,
  readJson,
  type TextRange,
  valueAt,
} from '../../../../geo/text/geojsonSource.ts';
import { type AoiUse, checkGeojson } from '../text/geojsonCheck.ts';
import { type AoiFix, isSafelyFixed } from './aoiFixChoice.ts';
import { simplifyTo } from './aoiSimplify.ts';
import { boxOwners, updateBoxes, withTrueBoxes } from './bboxEdits.ts';
import {
  canBeSwapped,
  closeRing,
  cutGeometry,
  dropAltitudes,
  dropHoles,
  editsOfPart,
  growToLeastArea,
  keepLargest,
  removeDuplicates,
  reverseRing,
  rewindRing,
  type RingFix,
  roundPolygon,
  splitGeometry,
  type Surroundings,
  swapAxes,
  uncross,
} from './geojsonGeometryFixes.ts';

/**
 * The edits of one fix; none if no rule can fix that place.
 *
 * @param path of the problem, or of the geometry
 */
export function fixAt(text: string, path: JsonPath, fix: AoiFix): TextEdit[] {
  const json = readJson(text);
  return json ? withTrueBoxes(text, fixIn(text, json, path, fix)) : [];
}

function fixIn(text: string, json: JsonText, path: JsonPath, fix: AoiFix): TextEdit[] {
  if (fix.kind === 'update-bbox') return updateBoxes(json, boxOwners(path));
  const { geometry, inside } = splitPath(path);
  if (fix.kind === 'split') return splitIn(text, json, geometry);
  const [range] = json.rangesAt([geometry]);
  return range ? editsOfPart(text, range, (part, node) => fixGeometry(part, node, inside, fix)) : [];
}

/** Splits a path into the geometry's path and the rest below its coordinates. */
function splitPath(path: JsonPath): { geometry: JsonPath; inside: JsonPath } {
  const at = path.lastIndexOf('coordinates');
  if (at >= 0) return { geometry: path.slice(0, at), inside: path.slice(at + 1) };
  const last = path.at(-1);
  return { geometry: last === 'type' || last === 'crs' ? path.slice(0, -1) : path, inside: [] };
}

function fixGeometry(text: string, geometry: Node, inside: JsonPath, fix: AoiFix): TextEdit[] {
  switch (fix.kind) {
    case 'cut':
      return cutGeometry(text, geometry);
    case 'keep-largest':
      return keepLargest(text, geometry);
    case 'drop-crs':
      return memberRemoval(text, geometry, 'crs');
    case 'split':
      return [];
    default: {
      const polygons = polygonsAt(geometry, inside);
      // Half of an area would be elsewhere.
      if (fix.kind === 'swap-axes' && !polygons.every(({ rings }) => canBeSwapped(rings))) return [];
      return polygons.flatMap(({ rings, ring }) => fixPolygon(text, rings, ring, fix));
    }
  }
}

const ringFixes: Partial<Record<AoiFix['kind'], RingFix>> = {
  close: closeRing,
  'remove-duplicates': removeDuplicates,
  rewind: reverseRing,
  'drop-altitudes': dropAltitudes,
};

function fixPolygon(text: string, rings: Node, ring: number | undefined, fix: AoiFix): TextEdit[] {
  const all = rings.children ?? [];
  switch (fix.kind) {
    case 'swap-axes':
      return all.flatMap(node => swapAxes(text, node));
    case 'round':
      return roundPolygon(text, rings);
    case 'drop-hole':
      return ring === undefined ? [] : dropHoles(text, rings, ring);
    case 'drop-holes':
      return dropHoles(text, rings);
    case 'grow':
      return growToLeastArea(text, rings);
    case 'uncross':
      return uncross(text, rings);
    case 'simplify':
      return simplifyTo(fix.positions)(text, rings);
    default:
      return all.flatMap((node, index) => {
        if (ring !== undefined && index !== ring) return [];
        // For a whole polygon, only rings with the wrong winding.
        if (fix.kind === 'rewind' && ring === undefined) return rewindRing(text, node, index === 0);
        return ringFixes[fix.kind]?.(text, node) ?? [];
      });
  }
}

/** The polygons of a geometry that a path below its coordinates leads to, with the ring if it names one. */
function polygonsAt(geometry: Node, inside: JsonPath): { rings: Node; ring: number | undefined }[] {
  const coordinates = nodeAt(geometry, ['coordinates']);
  if (coordinates?.type !== 'array') return [];
  const isMulti = nodeAt(geometry, ['type'])?.value === 'MultiPolygon';
  const [polygon, ring] = isMulti ? inside : [undefined, inside[0]];
  const chosen = !isMulti
    ? [coordinates]
    : typeof polygon === 'number'
      ? (coordinates.children ?? []).slice(polygon, polygon + 1)
      : (coordinates.children ?? []);
  return chosen.map(rings => ({ rings, ring: typeof ring === 'number' ? ring : undefined }));
}

function splitIn(text: string, json: JsonText, geometry: JsonPath): TextEdit[] {
  const owner = geometry.at(-1) === 'geometry' ? geometry.slice(0, -1) : geometry;
  const isFeature = owner !== geometry;
  const index = owner.at(-1);
  const isInList = typeof index === 'number';
  const isFeatureInList = isInList && owner.at(-2) === 'features';
  const ofGeometry: Surroundings = isInList ? 'list' : 'alone';
  const surroundings = !isFeature ? ofGeometry : isFeatureInList ? 'feature-in-list' : 'feature';
  const [range, next] = json.rangesAt([owner, isInList ? [...owner.slice(0, -1), index + 1] : owner]);
  if (!range) return [];
  const separator = layoutBetween(text, range, isInList ? next : undefined);
  return editsOfPart(text, range, part => splitGeometry(part, surroundings, separator));
}

function layoutBetween(text: string, range: TextRange, next: TextRange | undefined): string {
  const between = next ? text.slice(range.offset + range.length, next.offset) : '';
  if (/^\s*,\s*$/.test(between)) return between;
  const indent = /\n[ \t]*$/.exec(text.slice(0, range.offset))?.[0];
  return `,${indent ?? ' '}`;
}

/**
 * Closes rings, removes repeated positions and altitudes, corrects winding and updates boxes, in the whole document.
 */
export function fixAll(text: string, use: AoiUse): TextEdit[] {
  const json = readJson(text);
  if (!json) return [];
  const problems = checkGeojson(json.value, use, Infinity).filter(isSafelyFixed);
  const { boxes = [], inRings = [] } = Object.groupBy(problems, ({ code }) =>
    code === 'bbox-wrong' ? 'boxes' : 'inRings',
  );
  const paths = inRings.map(({ path }) => pathOfRings(json.value, path));
  const polygons = new Map(paths.map(path => [path.join('\n'), path]));
  const ringEdits = json.rangesAt([...polygons.values()]).flatMap(range => {
    if (!range) return [];
    return editsOfPart(text, range, (part, { children: rings = [] }) =>
      rings.flatMap((ring, index) => fixRing(part, ring, index === 0)),
    );
  });
  // None of these changes an extent.
  const owners = boxes.map(({ path }) => path.slice(0, -1));
  return [...ringEdits, ...updateBoxes(json, owners)];
}

/**
 * The path of the list of rings that a problem is about: below `coordinates`, or one level deeper in a MultiPolygon.
 */
function pathOfRings(root: unknown, path: JsonPath): JsonPath {
  const at = path.lastIndexOf('coordinates');
  const isMulti = valueAt(root, [...path.slice(0, at), 'type']) === 'MultiPolygon';
  return path.slice(0, isMulti ? at + 2 : at + 1);
}

function fixRing(text: string, ring: Node, isOuter: boolean): TextEdit[] {
  const steps = [
    dropAltitudes,
    closeRing,
    removeDuplicates,
    (part: string, node: Node) => rewindRing(part, node, isOuter),
  ];
  const before = text.slice(ring.offset, ring.offset + ring.length);
  let part = before;
  const made: TextEdit[][] = [];
  for (const step of steps) {
    const node = parseTree(part, [], { allowTrailingComma: true });
    const edits = node ? step(part, node) : [];
    if (edits.length > 0) made.push(edits);
    part = applyEdits(part, edits);
  }
  const [only, ...more] = made;
  if (!only) return [];
  // Edits of later steps refer to texts that aren't on the screen.
  return more.length === 0
    ? shifted(only, ring.offset)
    : [{ offset: ring.offset, length: ring.length, text: part }];
}

export interface AreaFixOffer {
  fix: AoiFix;
  edits: TextEdit[];
}

/** The given fixes that would change the area at a path and keep a single area, with their edits. */
export function fixesAt(text: string, path: JsonPath, fixes: readonly AoiFix[]): AreaFixOffer[] {
  return fixes.flatMap(fix => {
    const edits = fixAt(text, path, fix);
    return edits.length === 0 ? [] : [{ fix, edits }];
  });
}
