/** Changes to areas, as edits of the text that they are written in. */
import * as l10n from '@vscode/l10n';
import type { Feature, Polygon, Position } from 'geojson';
import stringify from 'json-stringify-pretty-compact';
import { isRecord } from '../../../../base/fields.ts';
import { itemAt } from '../../../../base/itemAt.ts';
import { stringifyExact } from '../../../../base/json/exactJson.ts';
import type { JsonPath } from '../../../../base/problem.ts';
import { plainNumber } from '../../../../base/words/plainNumber.ts';
import { crossesAntimeridian } from '../../../../geo/antimeridian.ts';
import { checkCoordinates, checkRings, isPolygon } from '../../../../geo/aoiRings.ts';
import { roundedDegrees, wrappedLongitude } from '../../../../geo/sphere.ts';
import {
  indentAt,
  insertElement,
  lineStart,
  rangeEnd,
  removeElement,
  rewritten,
  type TextEdit,
} from '../../../../geo/text/geojsonEdit.ts';
import { type JsonText, readJson, valueAt } from '../../../../geo/text/geojsonSource.ts';
import { featureName, placeForArea } from '../text/geojsonText.ts';
import {
  afterStep,
  type AreaChange,
  type AreaRings,
  type AreaStep,
  ringVertices,
  takesHole,
  type VertexStep,
} from './areaChange.ts';
import { withTrueBoxes } from './bboxEdits.ts';

export type AreaEdits =
  /** `path` is the path of the area after the edits; `undefined` if it is removed. */
  | { kind: 'edits'; edits: TextEdit[]; path: JsonPath | undefined }
  /** A full sentence, with how to fix it. */
  | { kind: 'refused'; reason: string };

/**
 * The minimal edits for a change in a document: all other text stays the same. Each bbox that was right before stays
 * right.
 */
export function changeArea(text: string, change: AreaChange): AreaEdits {
  const fault = change.kind === 'add' ? ringsFault([change.ring]) : undefined;
  if (fault !== undefined) return refused(fault);
  if (text.trim() === '' && change.kind === 'add') return newCollection(text, change.ring);
  const json = readJson(text);
  if (!json || json.isBroken) return refused(l10n.t('The JSON is invalid. Fix the text first.'));
  const changed = changedBy(text, json, change);
  return changed.kind === 'edits' ? { ...changed, edits: withTrueBoxes(text, changed.edits) } : changed;
}

function changedBy(text: string, json: JsonText, change: AreaChange): AreaEdits {
  switch (change.kind) {
    case 'add':
      return addArea(text, json, change.ring);
    case 'remove':
      return removeArea(text, json, change.path);
    case 'rename':
      return renameArea(text, json, change.path, change.name);
    case 'reshape':
      return reshapeArea(text, json, change.path, change.step);
  }
}

function refused(reason: string): AreaEdits {
  return { kind: 'refused', reason };
}

function gone(): AreaEdits {
  return refused(l10n.t('The area is no longer in the text.'));
}

/** Why rings can't be written, as a sentence; `undefined` if they can. */
function ringsFault(rings: AreaRings): string | undefined {
  if (rings.flat().some(([longitude]) => Math.abs(longitude) > 180)) return acrossText();
  const fault = checkCoordinates(rings, []).find(({ severity }) => severity === 'error');
  return fault && l10n.t("The area can't have this shape. {0}", fault.message);
}

function acrossText(): string {
  return l10n.t('The area crosses the antimeridian. Draw it up to ±180° longitude, then another beyond.');
}

// Moves, inserts or deletes a vertex, moves the whole area, or adds a hole.

function reshapeArea(text: string, json: JsonText, path: JsonPath, drawn: AreaStep): AreaEdits {
  const polygon = valueAt(json.value, path);
  // An area that was cut there is shown in one piece, but written in parts.
  if (isRecord(polygon) && polygon.type === 'MultiPolygon') return refused(acrossText());
  if (!isPolygon(polygon)) return gone();
  const step = crossesAntimeridian(polygon) && 'to' in drawn ? { ...drawn, to: withinTurn(drawn.to) } : drawn;
  const rings = polygon.coordinates;
  if (step.kind === 'hole') return addHole(text, json, path, rings, step.hole);
  if (step.kind !== 'shift' && !hasPlace(rings, step)) return gone();
  const next = afterStep(rings, step);
  const fault = ringsFault(next);
  if (fault !== undefined) return refused(fault);
  if (step.kind === 'shift') return { kind: 'edits', edits: numberEdits(json, path, rings, next), path };
  const ringPath = [...path, 'coordinates', step.ring];
  const edits = takesHole(rings, step)
    ? removeElement(text, json, ringPath)
    : stepEdits(text, json, ringPath, itemAt(rings, step.ring), step);
  return { kind: 'edits', edits, path };
}

/** The map draws such an area in one piece, beyond ±180°. */
function withinTurn([x, y]: readonly [number, number]): [number, number] {
  return [Math.abs(x) > 180 ? roundedDegrees(wrappedLongitude(x)) : x, y];
}

/** Only the numbers that differ. */
function numberEdits(json: JsonText, path: JsonPath, rings: AreaRings, next: AreaRings): TextEdit[] {
  const changes = rings.flatMap((positions, ring) =>
    positions.flatMap((position, at) =>
      [0, 1].flatMap(axis => {
        const value = next[ring]?.[at]?.[axis];
        if (value === undefined || value === position[axis]) return [];
        return [{ path: [...path, 'coordinates', ring, at, axis], text: plainNumber(value) }];
      }),
    ),
  );
  return rewritten(json, changes);
}

/** After the last ring, and written like the first. */
function addHole(
  text: string,
  json: JsonText,
  path: JsonPath,
  rings: AreaRings,
  hole: readonly Position[],
): AreaEdits {
  const fault = ringsFault([hole]);
  if (fault !== undefined) return refused(fault);
  const known = new Set(checkRings(rings, []).map(({ message }) => message));
  if (
    checkRings([...rings, hole], []).some(
      ({ severity, message }) => severity === 'error' && !known.has(message),
    )
  )
    return refused(l10n.t('Draw the hole inside the area, without crossing its outline or another hole.'));
  const list = [...path, 'coordinates'];
  const [outer, first, second, closing, last] = json.rangesAt([
    ...[
      [...list, 0],
      [...list, 0, 0],
      [...list, 0, 1],
      [...list, 0, itemAt(rings, 0).length - 1],
    ],
    [...list, rings.length - 1],
  ]);
  if (!outer || !first || !second || !closing || !last) return gone();
  const between = (from: number, to: number, plain: string) => {
    const gap = text.slice(from, to);
    return gap.includes('/') ? plain : gap;
  };
  const written = hole
    .map(([x, y]) => positionLike(text, json, [...list, 0, 0], [x, y]))
    .join(between(rangeEnd(first), second.offset, ', '));
  const ring =
    between(outer.offset, first.offset, '[') + written + between(rangeEnd(closing), rangeEnd(outer), ']');
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = startsLine(text, last.offset) ? `,${eol}${indentAt(text, last.offset)}` : ', ';
  return { kind: 'edits', edits: [{ offset: rangeEnd(last), length: 0, text: gap + ring }], path };
}

function hasPlace(rings: AreaRings, { kind, ring, vertex }: VertexStep): boolean {
  const written = rings[ring];
  return written !== undefined && vertex < ringVertices(written).length + (kind === 'insert' ? 1 : 0);
}

/** For a position that moves, only its numbers change. The closing position follows the first vertex. */
function stepEdits(
  text: string,
  json: JsonText,
  path: JsonPath,
  ring: readonly Position[],
  step: VertexStep,
): TextEdit[] {
  const { vertex } = step;
  const closing = vertex === 0 ? ring.map((_position, index) => index).slice(ringVertices(ring).length) : [];
  const closed = (written: string) =>
    rewritten(
      json,
      closing.map(index => ({ path: [...path, index], text: written })),
    );
  switch (step.kind) {
    case 'move': {
      const moved = (index: number) =>
        step.to.flatMap((value, axis) =>
          itemAt(ring, index)[axis] === value
            ? []
            : [{ path: [...path, index, axis], text: plainNumber(value) }],
        );
      return rewritten(json, [vertex, ...closing].flatMap(moved));
    }
    case 'insert': {
      const written = positionLike(text, json, [...path, Math.max(0, vertex - 1)], step.to);
      return [...insertElement(text, json, [...path, vertex], written), ...closed(written)];
    }
    case 'delete':
      return [
        ...removeElement(text, json, [...path, vertex]),
        ...closed(sourceAt(text, json, [...path, vertex + 1])),
      ];
  }
}

function sourceAt(text: string, json: JsonText, path: JsonPath): string {
  const [range] = json.rangesAt([path]);
  return range ? text.slice(range.offset, range.offset + range.length) : '';
}

/** A position with the white space of another one; comments stay with the original. */
function positionLike(
  text: string,
  json: JsonText,
  model: JsonPath,
  [x, y]: readonly [longitude: number, latitude: number],
): string {
  const [whole, first, second] = json.rangesAt([model, [...model, 0], [...model, 1]]);
  const inside = whole && text.slice(whole.offset, whole.offset + whole.length - 1);
  if (!inside || !first || !second || inside.includes('/')) return `[${plainNumber(x)}, ${plainNumber(y)}]`;
  const open = text.slice(whole.offset, first.offset);
  const comma = text.slice(first.offset + first.length, second.offset);
  const close = inside.slice(inside.trimEnd().length);
  return `${open}${plainNumber(x)}${comma}${plainNumber(y)}${close}]`;
}

// Renaming areas.

/** Changes the property that the name comes from, see `featureName`; otherwise adds a name. */
function renameArea(text: string, json: JsonText, path: JsonPath, name: string): AreaEdits {
  if (!isPolygon(valueAt(json.value, path))) return gone();
  const owners = path.map((_part, length) => path.slice(0, length));
  const owner = owners.findLast(
    candidate => (valueAt(json.value, candidate) as { type?: unknown }).type === 'Feature',
  );
  const feature = owner && valueAt(json.value, owner);
  if (!owner || !isRecord(feature))
    return refused(l10n.t('Only a Feature has a name. Make the geometry a Feature first.'));
  const { properties } = feature;
  const written = JSON.stringify(name);
  const at = [...owner, 'properties'];
  const edited = (edits: TextEdit[]): AreaEdits => ({ kind: 'edits', edits, path });
  if (properties === undefined)
    return edited(addMember(text, json, owner, `"properties": { "name": ${written} }`));
  if (!isRecord(properties)) return edited(rewritten(json, [{ path: at, text: `{ "name": ${written} }` }]));
  const named = ['name', 'title'].find(
    key => featureName({ properties: { [key]: properties[key] } }) !== undefined,
  );
  const key = named ?? 'name';
  return edited(
    key in properties
      ? rewritten(json, [{ path: [...at, key], text: written }])
      : addMember(text, json, at, `"name": ${written}`),
  );
}

/** Adds the first member of an object, with the layout of the next one. */
function addMember(text: string, json: JsonText, path: JsonPath, member: string): TextEdit[] {
  const [range] = json.rangesAt([path]);
  if (!range) return [];
  const inside = text.slice(range.offset + 1, rangeEnd(range) - 1);
  if (inside.trim() === '') return [{ ...range, text: `{ ${member} }` }];
  const space = /^\s*/.exec(inside)?.[0] ?? '';
  const offset = range.offset + 1 + space.length;
  return [{ offset, length: 0, text: `${member},${space === '' ? ' ' : space}` }];
}

// Removing areas.

const emptyCollection = '{ "type": "FeatureCollection", "features": [] }';

function removeArea(text: string, json: JsonText, path: JsonPath): AreaEdits {
  const polygon = valueAt(json.value, path);
  if (!isRecord(polygon) || (polygon.type !== 'Polygon' && polygon.type !== 'MultiPolygon')) return gone();
  const ownerPath = path.slice(0, -1);
  const owner = valueAt(json.value, ownerPath);
  const isInFeature = path.at(-1) === 'geometry' && isRecord(owner) && owner.type === 'Feature';
  if (path.length === 0 || (isInFeature && ownerPath.length === 0)) {
    return removed(rewritten(json, [{ path: [], text: emptyCollection }]));
  }
  if (isInFeature && isCollectionMember(json, ownerPath, 'FeatureCollection', 'features')) {
    return removed(removeElement(text, json, ownerPath));
  }
  if (isCollectionMember(json, path, 'GeometryCollection', 'geometries')) {
    return removed(removeElement(text, json, path));
  }
  if (isInFeature) return removed(rewritten(json, [{ path, text: 'null' }]));
  // For example, the AOI of an order.
  return refused(l10n.t('The document may need this area. Change its shape, or delete it in the text.'));
}

function isCollectionMember(json: JsonText, path: JsonPath, type: string, member: string): boolean {
  const collection = valueAt(json.value, path.slice(0, -2));
  return path.at(-2) === member && isRecord(collection) && collection.type === type;
}

function removed(edits: TextEdit[]): AreaEdits {
  return { kind: 'edits', edits, path: undefined };
}

// Adding areas.

/** For a document that is still empty. */
function newCollection(text: string, ring: readonly Position[]): AreaEdits {
  const collection = { type: 'FeatureCollection', features: [newFeature(text, 0, ring)] };
  const written = `${withPlainNumbers(stringify(collection))}\n`;
  return {
    kind: 'edits',
    edits: [{ offset: 0, length: text.length, text: written }],
    path: ['features', 0, 'geometry'],
  };
}

function addArea(text: string, json: JsonText, ring: readonly Position[]): AreaEdits {
  const { value } = json;
  const place = isRecord(value) ? placeForArea(value) : undefined;
  if (!isRecord(value) || place === undefined) return refused(noPlaceText());
  if (place === 'inside') {
    const count = collectionFeatures(json)?.length ?? 0;
    const edit = insertFeatures(text, [newFeature(text, count, ring)], json);
    const edits = edit ? [{ ...edit, text: withPlainNumbers(edit.text) }] : [];
    return { kind: 'edits', edits, path: ['features', count, 'geometry'] };
  }
  const edits = aroundAll(text, json, value.type === 'Feature', newFeature(text, 1, ring));
  return { kind: 'edits', edits, path: ['features', 1, 'geometry'] };
}

/** Wraps the document, a Feature or a geometry, into a collection as its first feature; its text stays. */
function aroundAll(text: string, json: JsonText, isFeature: boolean, feature: Feature): TextEdit[] {
  const [range] = json.rangesAt([[]]);
  if (!range) return [];
  const end = range.offset + range.length;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = indentUnit(text.slice(range.offset, end));
  const [head, tail] = isFeature ? ['', ''] : ['{ "type": "Feature", "properties": {}, "geometry": ', ' }'];
  const before = `{\n${indent}"type": "FeatureCollection",\n${indent}"features": [\n`;
  const after = `,\n${withPlainNumbers(stringify(feature, { indent }))}\n${indent}]\n}`;
  return [
    { offset: range.offset, length: 0, text: before.replaceAll('\n', eol) + head },
    { offset: end, length: 0, text: tail + after.replaceAll('\n', eol) },
  ];
}

/** One level of indentation of a text; two spaces if it has none. */
function indentUnit(text: string): string {
  return /\n([ \t]+)/.exec(text)?.[1] ?? '  ';
}

/** @param count minimum number of areas in the document */
function newFeature(text: string, count: number, ring: readonly Position[]): Feature<Polygon> {
  let number = count + 1;
  let name = l10n.t('Area {0}', number);
  while (text.includes(JSON.stringify(name))) name = l10n.t('Area {0}', ++number);
  return { type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [[...ring]] } };
}

/** JavaScript writes small numbers with an exponent. */
function withPlainNumbers(json: string): string {
  return json.replace(/(?<=[[\s,])-?[\d.]+e-\d+(?=[\s,\]])/g, number => plainNumber(Number(number)));
}

function noPlaceText(): string {
  return l10n.t('Areas can be added only to GeoJSON and empty documents. Draw in another one.');
}

// Features from other sources.

/** Whether features can be added to a document: it is a complete FeatureCollection. */
export function canTakeFeatures(text: string): boolean {
  return collectionFeatures(readJson(text)) !== undefined;
}

/**
 * The one edit that appends features to a FeatureCollection, with its indentation. Everything else stays the same.
 * `undefined` if the text isn't a FeatureCollection.
 */
export function insertFeatures(
  text: string,
  features: readonly Feature[],
  json = readJson(text),
): TextEdit | undefined {
  const count = collectionFeatures(json)?.length;
  if (!json || count === undefined) return undefined;
  const [list, last] = json.rangesAt([['features'], ['features', count - 1]]);
  if (!list) return undefined;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const outer = indentAt(text, list.offset);
  const level = indentUnit(text);
  const indent = last && startsLine(text, last.offset) ? indentAt(text, last.offset) : outer + level;
  const lines = features
    .map(feature => indented(stringifyExact(feature, { indent: level }), indent))
    .join(',\n');
  const written = (change: string) => change.replaceAll('\n', eol);
  if (last) return { offset: last.offset + last.length, length: 0, text: written(`,\n${lines}`) };
  return { offset: list.offset, length: list.length, text: written(`[\n${lines}\n${outer}]`) };
}

function collectionFeatures(json: JsonText | undefined): unknown[] | undefined {
  if (!json || json.isBroken || !isRecord(json.value)) return undefined;
  const { type, features } = json.value;
  return type === 'FeatureCollection' && Array.isArray(features) ? features : undefined;
}

function startsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

function indented(lines: string, indent: string): string {
  return lines
    .split('\n')
    .map(line => `${indent}${line}`)
    .join('\n');
}
