import * as l10n from '@vscode/l10n';
import { isRecord } from '../../../base/fields.ts';
import { itemAt } from '../../../base/itemAt.ts';
import { plainJson } from '../../../base/json/jsoncText.ts';
import { deepestNesting, tooDeepAt } from '../../../base/json/nesting.ts';
import { error, type Problem } from '../../../base/problem.ts';
import { areaCode, type ProblemCode } from '../../../base/problemCodes.ts';
import {
  type JsonText,
  nearestRanges,
  readJson,
  type TextRange,
  valueAt,
} from '../../../geo/text/geojsonSource.ts';
import type { Members } from '../../../service/rules/orderContents.ts';
import { checkOrder, type OrderContext } from './checkOrder.ts';

export interface OrderProblem extends Problem {
  range: TextRange;
  /** The AOI check, which runs on every JSON document, also underlines it. */
  isOfAoi: boolean;
}

/**
 * Problems of an order as written, with their ranges. Of broken JSON, only what is already written is checked; the
 * editor's own JSON support reports that it is broken.
 */
export function orderProblems(text: string, context: OrderContext = {}): OrderProblem[] {
  const json = readJson(text);
  if (!json) return checkDepth(text);
  const { value } = json;
  if (!isRecord(value)) return json.isBroken ? [] : [notAnObject(json)];
  const problems = checkOrder(value, context);
  const paths = problems.map(({ path }) => path);
  const ranges = json.rangesAt(paths);
  const owners = nearestRanges(json, paths);
  const placed = problems.flatMap((problem, index): OrderProblem[] => {
    const range = ranges[index];
    // The opening bracket of the object that lacks a member.
    const marked = range
      ? shortRange(text, problem, range)
      : { offset: itemAt(owners, index).offset, length: 1 };
    if (!range && json.isBroken) return [];
    return [{ ...problem, range: marked, isOfAoi: isOfAoi(problem, value) }];
  });
  return [...(json.isBroken ? [] : checkPlain(text)), ...placed];
}

function notAnObject(json: JsonText): OrderProblem {
  const message = l10n.t('An order is a JSON object: { "kind": "order.data.product", "products": [] }.');
  const [range] = json.rangesAt([[]]);
  return textProblem('order-not-object', message, { offset: range?.offset ?? 0, length: 1 });
}

/** If it is nested too deep, nothing else is checked. */
function checkDepth(text: string): OrderProblem[] {
  const offset = tooDeepAt(text);
  if (offset === undefined) return [];
  const message = l10n.t(
    'The JSON is nested more than {0} levels deep. Delete the inner levels.',
    deepestNesting,
  );
  return [textProblem('order-too-deep', message, { offset, length: 1 })];
}

/** A request body is plain JSON: the service doesn't accept comments. */
function checkPlain(text: string): OrderProblem[] {
  const [first] = plainJson(text).extras;
  if (!first) return [];
  const message = l10n.t('Orders are plain JSON, without comments or trailing commas.');
  return [textProblem('order-not-plain', message, firstLine(text, first))];
}

function textProblem(code: ProblemCode, message: string, range: TextRange): OrderProblem {
  return { ...error(code, message, []), range, isOfAoi: false };
}

function firstLine(text: string, { offset, length }: TextRange): TextRange {
  const end = text.slice(offset, offset + length).search(/\r?\n/);
  return { offset, length: end < 0 ? length : Math.max(1, end) };
}

function isOfAoi({ code, path }: Problem, value: Members): boolean {
  const at = path[0] === 'aoi' ? 0 : path[0] === 'products' && path[2] === 'aoi' ? 2 : -1;
  if (at < 0 || !areaCode(code)) return false;
  // The order check reports a missing AOI.
  return valueAt(value, path.slice(0, at + 1)) !== undefined;
}

/** The key for problems of a member as such; the first line of a multiline value. */
function shortRange(text: string, { code, path }: Problem, range: TextRange): TextRange {
  const isAboutMember = code === 'member-unknown' || path.at(-1) === 'aoi';
  const key = isAboutMember ? keyBefore(text, range.offset) : undefined;
  if (key) return key;
  return firstLine(text, range);
}

/** The range of the key of the value at an offset; `undefined` if something else is between them. */
function keyBefore(text: string, offset: number): TextRange | undefined {
  const from = Math.max(0, offset - longestKey);
  const before = text.slice(from, offset).trimEnd();
  const written = before.endsWith(':') ? before.slice(0, -1).trimEnd() : '';
  if (!written.endsWith('"')) return undefined;
  let at = written.length - 1;
  // Inside a key, quotes are escaped.
  do at = at > 0 ? written.lastIndexOf('"', at - 1) : -1;
  while (at > 0 && written[at - 1] === '\\');
  return at < 0 ? undefined : { offset: from + at, length: written.length - at };
}

/** With its quotes and what follows; characters. */
const longestKey = 300;
