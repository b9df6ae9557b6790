/** The words of an answer that reports a failure, whatever form they have. */
import { isRecord } from '../../base/fields.ts';
import { safeLine } from '../../base/words/safeText.ts';
import { isSecretName } from '../../base/words/secretFields.ts';
import { plainName } from './wire.ts';

/** What an answer consists of. The service's are JSON; a page or nothing can be a proxy's. */
export type BodyForm = 'json' | 'page' | 'text' | 'nothing';

/** Characters. */
const longestMessage = 400;
/** Read further, because blanks and markup are left out. */
const longestRead = 20 * longestMessage;

export function bodyForm(body: string): BodyForm {
  const text = body.trim();
  if (text === '') return 'nothing';
  if (parsed(text) !== undefined) return 'json';
  return /^<(!doctype html|!--|html|head|body|title|h1|center|meta)/i.test(text) ? 'page' : 'text';
}

/**
 * The words in the body of a failure, on one line, for messages and the log: of JSON in the known shapes, else as it
 * is, and of a page without its markup.
 *
 * @param redact removes secrets from a text; applied to what was read, because JSON can spell a letter in many ways
 */
export function readServerMessage(body: string, redact: (text: string) => string): string | undefined {
  const text = body.trim();
  const json = parsed(text);
  const words = json === undefined ? wordsOfText(text) : wordsOfJson(json);
  return safeLine(redact(words.slice(0, longestRead)), longestMessage) || undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Nothing that an error is about is called so. */
const sentenceNames = [
  'message',
  'msg',
  'hint',
  'error_description',
  'detail',
  'reason',
  'explanation',
  'faultString',
].map(plainName);
const textNames = [
  ...['message', 'msg', 'hint', 'error_description', 'description', 'title', 'detail', 'details', 'reason'],
  'explanation',
  'summary',
  'text',
  'userMessage',
  'developerMessage',
  'statusMessage',
  'faultString',
  'info',
].map(plainName);
const nestedNames = [
  'error',
  'errors',
  'fault',
  'exception',
  'problem',
  'messages',
  'issues',
  'violations',
  'causes',
]
  .concat('invalidParams', 'validationErrors', 'fieldErrors', 'cause', 'data', 'response', 'body')
  .map(plainName);
const codeNames = ['errorCode', 'internalCode', 'code', 'error', 'faultCode', 'type'].map(plainName);
/** What an error in a list is about. */
const placeNames = ['field', 'name', 'property', 'path', 'parameter', 'param', 'pointer', 'loc', 'key'].map(
  plainName,
);

/** Levels of nesting; errors around errors have few. */
const deepest = 6;

function wordsOfJson(json: unknown): string {
  const found: Found = { texts: new Set(), code: undefined, hasPlaces: false };
  collect(json, found, 0, '');
  const { texts, code, hasPlaces } = found;
  const sentences = [...texts].filter(text => text !== code);
  if (sentences.length > 0)
    return sentences.join(hasPlaces ? '; ' : ' ') + (code === undefined ? '' : ` (${code})`);
  if (code !== undefined) return code;
  return isRecord(json) && Object.keys(json).length > 0 ? JSON.stringify(json, withoutSecretFields) : '';
}

function withoutSecretFields(name: string, value: unknown): unknown {
  return isSecretName(name) ? undefined : value;
}

interface Found {
  texts: Set<string>;
  code: string | undefined;
  /** Whether some of the texts say what they are about. */
  hasPlaces: boolean;
}

/** @param place what the words are about, or nothing */
function collect(value: unknown, found: Found, depth: number, place: string): void {
  if (depth > deepest) return;
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return;
    found.texts.add(place === '' ? text : `${place}: ${text}`);
    found.hasPlaces ||= place !== '';
  } else if (Array.isArray(value)) {
    for (const item of value.slice(0, 20)) collect(item, found, depth + 1, place);
  } else if (isRecord(value)) {
    collectFields(value, found, depth, place);
  }
}

function collectFields(fields: Record<string, unknown>, found: Found, depth: number, around: string): void {
  const members = new Map(Object.entries(fields).map(([name, value]) => [plainName(name), value]));
  const own = depth === 0 ? undefined : placeNames.map(name => memberPath(members.get(name))).find(Boolean);
  const place = own ?? around;
  // Errors by the field that they are about: a field can be called "title".
  const isByField = depth > 0 && own === undefined && !sentenceNames.some(name => members.has(name));
  for (const name of isByField ? [] : textNames) collect(members.get(name), found, depth + 1, place);
  for (const name of nestedNames) {
    const value = members.get(name);
    // A word alone is a code.
    if (typeof value !== 'string' || / /.test(value)) collect(value, found, depth + 1, place);
  }
  found.code ??= codeNames.map(name => failureCode(members.get(name))).find(code => code !== undefined);
  if (!isByField) return;
  const others = [...nestedNames, ...codeNames];
  for (const [name, value] of Object.entries(fields).slice(0, 20))
    if (!others.includes(plainName(name)) && !isSecretName(name)) collect(value, found, depth + 1, name);
}

function memberPath(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return Array.isArray(value) && value.length > 0 ? value.map(String).join('.') : undefined;
}

function failureCode(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  // A type can be an address (RFC 9457, 3.1.1).
  return typeof value === 'string' && value !== '' && !/[\s:/]/.test(value) ? value : undefined;
}

const ignoredElements = /^(script|style|noscript|svg|template)\b/i;

/** Words of a page or of another text: nothing of the markup, its scripts and comments. */
function wordsOfText(text: string): string {
  if (!text.startsWith('<')) return text.slice(0, longestRead);
  const parts: string[] = [];
  let ignored: string | undefined;
  for (const part of text
    .replaceAll(/<!--|-->/g, mark => (mark === '-->' ? '</comment>' : '<comment>'))
    .split('<')) {
    const end = part.indexOf('>');
    const tag = part.slice(0, end);
    const name = /^\/?([a-z][\w:-]*)/i.exec(tag)?.[1]?.toLowerCase();
    if (ignored !== undefined) {
      if (name === ignored && tag.startsWith('/')) ignored = undefined;
      else continue;
    } else if (name === 'comment' || ignoredElements.test(tag)) {
      if (!tag.endsWith('/')) ignored = name;
      continue;
    }
    const words = part
      .slice(end + 1)
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (words !== '' && !parts.includes(words)) parts.push(words);
  }
  return parts
    .join(' ')
    .slice(0, longestRead)
    .replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(amp|lt|gt|quot|apos|nbsp));/gi, entity);
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function entity(all: string, decimal?: string, hexadecimal?: string, name = ''): string {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  if (Number.isNaN(code)) return named[name.toLowerCase()] ?? all;
  return code <= 0x10_ffff ? String.fromCodePoint(code) : all;
}
