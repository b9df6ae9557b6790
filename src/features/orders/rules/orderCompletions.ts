/** Completions for writing an order. */
import * as l10n from '@vscode/l10n';
import stringify from 'json-stringify-pretty-compact';
import { isRecord } from '../../../base/fields.ts';
import type { JsonPath } from '../../../base/problem.ts';
import { toCrsCode, utmEpsg } from '../../../geo/projection.ts';
import { readJson, type TextRange, valueAt } from '../../../geo/text/geojsonSource.ts';
import { escaped, filterFor, type JsonPlace, jsonPlaceAt } from '../../../geo/text/jsonPlace.ts';
import { orderResolution } from '../../../service/rules/analyticOrder.ts';
import { offerText, orderKindText } from '../../../service/rules/kindText.ts';
import { consumptionModes, isOrderKind, type OrderKind, orderKinds } from '../../../service/rules/order.ts';
import { type Members, membersOrNone } from '../../../service/rules/orderContents.ts';
import {
  type Drafted,
  orderMember,
  orderMembers,
  type OrderPart,
  orderPart,
} from '../../../service/rules/orderMembers.ts';
import type { OrderContext } from './checkOrder.ts';
import { isProductOrderKind, usualProductType } from './productOrder.ts';
import {
  chosenImages,
  notHereText,
  productListValues,
  type ProposedValue,
  proposedValues,
} from './proposedValues.ts';

export interface OrderCompletion {
  kind: 'member' | 'value' | 'reference' | 'template';
  label: string;
  detail: string;
  /** Paragraphs. */
  documentation: readonly string[];
  /** For the editor: with tab stops. */
  snippet: string;
  range: TextRange;
  /** The text that the editor matches with the range. */
  filterText: string;
  isPreselected: boolean;
  isDeprecated: boolean;
}

/** Completions at a place of an order, which may be broken; the most likely first. None inside coordinates. */
export function orderCompletions(text: string, offset: number, context: OrderContext): OrderCompletion[] {
  const place = jsonPlaceAt(text, offset);
  const top = place?.open.at(-1);
  if (place && !top && !place.hasRoot) return completeDocument(place, context);
  if (!place || !top || top.hasValue) return [];
  const path = placePath(place);
  const body = bodyAround(text, place, top.kind === 'object' && top.key === undefined);
  if (top.kind === 'object' && top.key === undefined) return completeMember(place, path, body, context);
  // Between a key and the next one, a value only fits on the same line.
  if (place.behind === 'value' && top.kind === 'array') return [];
  return completeValue(text, place, path, body, context);
}

function completeDocument(place: JsonPlace, context: OrderContext): OrderCompletion[] {
  if (place.behind !== 'end') return [];
  return orderTemplates(context).map(({ label, detail, snippet, isDeprecated }, index) => ({
    kind: 'template',
    label,
    detail,
    snippet,
    isDeprecated,
    documentation: [],
    range: wordRange(place),
    filterText: filterFor(place, label),
    isPreselected: index === 0,
  }));
}

/** The body without the word being typed: half a word breaks what follows it. */
function bodyAround(text: string, { word, behind }: JsonPlace, isKey: boolean): Members {
  const end = word.offset + word.length;
  const rest = isKey && behind === 'colon' ? word.text : isKey ? '' : 'null';
  const value = readJson(text.slice(0, word.offset) + rest + text.slice(end))?.value;
  return isRecord(value) ? value : {};
}

/** The path of the value at a place; for a key, the path of its object. */
function placePath({ open }: JsonPlace): JsonPath {
  return open.flatMap(({ kind, key, count }): JsonPath =>
    kind === 'array' ? [count] : key === undefined ? [] : [key],
  );
}

function completeMember(
  place: JsonPlace,
  path: JsonPath,
  body: Members,
  context: OrderContext,
): OrderCompletion[] {
  const parts = partsAt(path, body);
  const owner = membersOrNone(valueAt(body, path));
  const isRenamed = place.behind === 'colon';
  const written = isRenamed ? place.word.text.replace(/^"|"$/g, '') : undefined;
  const all = [...new Set(parts.flatMap(part => orderMembers[part]))];
  const names = all.filter(name => name === written || !Object.hasOwn(owner, name));
  return names.map((name, index) => {
    const member = parts.map(part => orderMember(part, name)).find(found => found !== undefined);
    const [likely] = proposedValues([...path, name], body, context).filter(
      proposal => proposal.whyNot === undefined,
    );
    const inside = isRenamed ? JSON.stringify(name) : memberSnippet(name, likely?.value, member?.form.empty);
    return {
      kind: 'member',
      label: name,
      detail: member?.need === 'optional' ? l10n.t('optional') : (likely?.label ?? likely?.detail ?? ''),
      // The schema has it, and the editor shows that for members.
      documentation: [],
      snippet: place.behind === 'value' ? `${inside},` : inside,
      range: wordRange(place),
      filterText: filterFor(place, name),
      isPreselected: index === 0,
      isDeprecated: false,
    };
  });
}

/** For a body without a kind, both that it can be. */
function partsAt(path: JsonPath, body: Members): readonly OrderPart[] {
  if (path.length === 2 && path[0] === 'products') return ['product'];
  if (path.length > 0) return [];
  const isKindKnown = isOrderKind(body.kind) || 'products' in body || orderPart(body) === 'report';
  return isKindKnown ? [orderPart(body)] : ['report', 'products'];
}

function memberSnippet(name: string, value: unknown, empty = '"$1"'): string {
  const key = JSON.stringify(name);
  if (value === undefined) return `${key}: ${empty}`;
  if (typeof value === 'string') return `${key}: "\${1:${escaped(JSON.stringify(value).slice(1, -1))}}"`;
  return `${key}: ${escaped(stringify(value))}`;
}

function completeValue(
  text: string,
  place: JsonPlace,
  path: JsonPath,
  body: Members,
  context: OrderContext,
): OrderCompletion[] {
  const isBeforeKey = place.behind === 'value';
  const end = place.word.offset + place.word.length;
  // A member whose comma is still missing is on another line.
  if (isBeforeKey && !/^[ \t]*\r?\n/.test(text.slice(end))) return [];
  // The image being completed isn't part of its own context.
  const others = path[0] === 'imageIds' ? withoutImage(body, path[1]) : body;
  return proposedValues(path, others, context).map((proposal, index) => {
    const json = stringify(proposal.value);
    return {
      kind: proposal.label === undefined ? 'value' : 'reference',
      label: proposal.label ?? (typeof proposal.value === 'string' ? proposal.value : json),
      detail: proposal.whyNot === undefined ? proposal.detail : notHereText(proposal.whyNot),
      documentation: valueDocumentation(proposal),
      snippet: isBeforeKey ? `${escaped(json)},` : escaped(json),
      range: wordRange(place),
      filterText: filterFor(
        place,
        proposal.label === undefined ? plainText(proposal.value) : `${proposal.label} ${json}`,
      ),
      isPreselected: index === 0 && proposal.whyNot === undefined,
      isDeprecated: proposal.isDeprecated ?? false,
    };
  });
}

function valueDocumentation({ documentation = [], whyNot, detail }: ProposedValue): string[] {
  return [...documentation, ...(whyNot === undefined ? [] : [detail, notHereText(whyNot)])].filter(
    line => line !== '',
  );
}

function withoutImage(body: Members, index: unknown): Members {
  const { imageIds } = body;
  return Array.isArray(imageIds) ? { ...body, imageIds: imageIds.filter((_id, at) => at !== index) } : body;
}

function wordRange({ word }: JsonPlace): TextRange {
  return { offset: word.offset, length: word.length };
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export interface OrderTemplate {
  label: string;
  detail: string;
  /** With a tab stop at each gap. The text is valid JSON, and each gap in it is a problem of the order. */
  snippet: string;
  isDeprecated: boolean;
}

/** One for each kind of order, with the selected images and the active area. */
export function orderTemplates(context: OrderContext): OrderTemplate[] {
  return orderKinds.filter(isOrderKind).map(kind => ({
    label: orderKindText(kind),
    detail: offerText(kind),
    snippet: withStops(stringify(isProductOrderKind(kind) ? products(kind, context) : report(kind, context))),
    isDeprecated: consumptionModes[kind].every(mode => mode.toBeAbandoned),
  }));
}

/** Stands for a value that only the user knows. */
const gap = null;

type WithGaps<T> = { [N in keyof T]: T[N] | typeof gap };

function report(kind: OrderKind, context: OrderContext): WithGaps<Drafted<'report'>> {
  const images = chosenImages(context);
  const [title] = proposedValues(['title'], {}, context);
  return {
    kind,
    title: typeof title?.value === 'string' ? title.value : gap,
    analytic: gap,
    resolution: orderResolution(images) ?? gap,
    imageIds: images.length > 0 ? images.map(({ id }) => id) : gap,
    aoi: context.area?.polygon ?? gap,
  };
}

function products(kind: OrderKind, context: OrderContext) {
  const [drafted] = productListValues({}, context);
  if (drafted) return { kind, products: drafted.value };
  const zone = context.area && utmEpsg(context.area.polygon);
  const [image] = chosenImages(context);
  const product: WithGaps<Drafted<'product'>> = {
    id: image?.id ?? gap,
    productType: usualProductType.PHR,
    radiometricProcessing: 'REFLECTANCE',
    imageFormat: 'image/geotiff',
    crsCode: zone === undefined ? gap : toCrsCode(zone),
    aoi: context.area?.polygon ?? gap,
  };
  return { kind, products: [product] };
}

/** A quote within a text is escaped, so `"member": null` is never part of one. */
function withStops(json: string): string {
  let stop = 0;
  return escaped(json).replaceAll(
    /("[a-zA-Z]+": )null/g,
    (_all, member: string) => `${member}\${${++stop}:null}`,
  );
}
