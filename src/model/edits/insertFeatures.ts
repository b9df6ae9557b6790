import type { Feature } from 'geojson';
import stringify from 'json-stringify-pretty-compact';
import { isRecord } from '../fields.ts';
import type { TextEdit } from './geojsonEdit.ts';
import { readJson, type JsonText } from '../geojson/geojsonSource.ts';

/** Whether features can be added to a document: it is a FeatureCollection that can be read to its end. */
export function canTakeFeatures(text: string): boolean {
  return featuresOf(readJson(text)) !== undefined;
}

/**
 * The one edit that adds features behind those that a FeatureCollection has, as its lines are indented. All else stays
 * as it is. `undefined` when the text is no FeatureCollection.
 */
export function insertFeatures(
  text: string,
  features: readonly Feature[],
  json = readJson(text),
): TextEdit | undefined {
  const count = featuresOf(json)?.length;
  if (!json || count === undefined) return undefined;
  const [list, last] = json.rangesOf([['features'], ['features', count - 1]]);
  if (!list) return undefined;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const outer = indentAt(text, list.offset);
  const indent = last && startsLine(text, last.offset) ? indentAt(text, last.offset) : `${outer}  `;
  const lines = features.map(feature => indented(stringify(feature), indent)).join(',\n');
  const written = (change: string) => change.replaceAll('\n', eol);
  if (last) return { offset: last.offset + last.length, length: 0, text: written(`,\n${lines}`) };
  return { offset: list.offset, length: list.length, text: written(`[\n${lines}\n${outer}]`) };
}

function featuresOf(json: JsonText | undefined): unknown[] | undefined {
  if (!json || json.isBroken || !isRecord(json.value)) return undefined;
  const { type, features } = json.value;
  return type === 'FeatureCollection' && Array.isArray(features) ? features : undefined;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The white space that the line of a place begins with. */
function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
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
