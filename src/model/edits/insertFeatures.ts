import type { Feature } from 'geojson';
import stringify from 'json-stringify-pretty-compact';
import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import { nodeAt } from '../geojson/geojsonSource.ts';
import { isDeeperThan } from '../json/nesting.ts';

/** A change of a text: what stands at a place gives way to another text. In UTF-16 code units. */
export interface TextChange {
  offset: number;
  length: number;
  text: string;
}

/** Whether features can be added to a document: it is a FeatureCollection that can be read to its end. */
export function canTakeFeatures(text: string): boolean {
  return featuresNode(text) !== undefined;
}

/**
 * The one change that adds features behind those that a FeatureCollection has, as its lines are indented. All else
 * stays as it is. `undefined` when the text is no FeatureCollection.
 */
export function insertFeatures(text: string, features: readonly Feature[]): TextChange | undefined {
  const list = featuresNode(text);
  if (!list) return undefined;
  const last = list.children?.at(-1);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const outer = indentAt(text, list.offset);
  const indent = last && startsLine(text, last.offset) ? indentAt(text, last.offset) : `${outer}  `;
  const lines = features.map(feature => indented(stringify(feature), indent)).join(',\n');
  const written = (change: string) => change.replaceAll('\n', eol);
  if (last) return { offset: last.offset + last.length, length: 0, text: written(`,\n${lines}`) };
  return { offset: list.offset, length: list.length, text: written(`[\n${lines}\n${outer}]`) };
}

function featuresNode(text: string): Node | undefined {
  if (isDeeperThan(text)) return undefined;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (!root || errors.length > 0) return undefined;
  const type: unknown = nodeAt(root, ['type'])?.value;
  const features = nodeAt(root, ['features']);
  return type === 'FeatureCollection' && features?.type === 'array' ? features : undefined;
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
