/** Fixes for the problems of an order, as changes of its values; `orderFixes` writes them. */
import * as l10n from '@vscode/l10n';
import type { JsonPath, Problem } from '../../../base/problem.ts';
import { orderCode, type OwnFixCode, type ProblemCode } from '../../../base/problemCodes.ts';
import { isPolygon } from '../../../geo/aoiRings.ts';
import { footprintMeets } from '../../../geo/coverage.ts';
import { valueAt } from '../../../geo/text/geojsonSource.ts';
import { imagesNeeded, maxAnalyticImages } from '../../../service/rules/analyticOrder.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import { isOrderKind } from '../../../service/rules/order.ts';
import { bodyImageIds, type Members, membersOrNone } from '../../../service/rules/orderContents.ts';
import { orderMember, orderMembers, type OrderPart, orderPart } from '../../../service/rules/orderMembers.ts';
import { meantMember } from './checkMembers.ts';
import { analyticIn, type OrderContext } from './checkOrder.ts';
import { imageName } from './imageText.ts';
import { whyNotPaid } from './orderRights.ts';
import { chosenImages, productAt, proposedValues } from './proposedValues.ts';

export type BodyChange = { title: string } &
  /** Replaces the value; a missing member is added. */
  (
    | { kind: 'set'; path: JsonPath; value: unknown }
    | { kind: 'remove'; path: JsonPath }
    /** Renames a member; its value stays. */
    | { kind: 'rename'; path: JsonPath; name: string }
  );

/** Maximum fixes per problem: more wouldn't help. */
const maxChanges = 5;

/** The fixes of a problem, the most likely first. None if only the user can know. */
export function changesFor(
  { code, path, meant }: Problem,
  body: Members,
  context: OrderContext,
): BodyChange[] {
  const changes = [
    ...misspelled(path, body),
    ...(meant === undefined ? [] : [setTo(path, meant)]),
    ...(ownChangesFor(code)?.(path, body, context) ?? []),
    ...(orderCode(code).isFixedByValue ? proposals(path, body, context) : []),
  ];
  const written = (change: BodyChange) =>
    change.kind === 'set' ? JSON.stringify(change.value) : change.kind;
  // A value proposed for two reasons is offered once, and never the present value.
  const present = valueAt(body, path);
  const seen = new Set(present === undefined ? [] : [JSON.stringify(present)]);
  return changes
    .filter(change => !seen.has(written(change)) && seen.add(written(change)))
    .slice(0, maxChanges);
}

/** Values that suit a place. */
function proposals(path: JsonPath, body: Members, context: OrderContext): BodyChange[] {
  return proposedValues(path, body, context)
    .filter(({ whyNot }) => whyNot === undefined)
    .map(({ value, label, detail }) => setTo(path, value, label ?? changedText(value, detail)));
}

/** @param label the value for display; as written by default */
function setTo(path: JsonPath, value: unknown, label = changedText(value)): BodyChange {
  return { kind: 'set', path, value, title: l10n.t('Set "{0}" to {1}', memberName(path), label) };
}

function changedText(value: unknown, detail = ''): string {
  return JSON.stringify(value) + (detail === '' ? '' : ` (${detail})`);
}

/** The last name in a path, with a following index: `imageIds[1]`. */
function memberName(path: JsonPath): string {
  const last = path.at(-1);
  return typeof last === 'number' ? `${path.at(-2) ?? ''}[${last}]` : (last ?? '');
}

function removal(path: JsonPath): BodyChange {
  return { kind: 'remove', path, title: l10n.t('Remove "{0}"', memberName(path)) };
}

function renaming(path: JsonPath, name: string): BodyChange {
  const title = l10n.t('Rename "{0}" to "{1}"', String(path.at(-1)), name);
  return { kind: 'rename', path, name, title };
}

/** For a missing member: the one that was probably meant. */
function misspelled(path: JsonPath, body: Members): BodyChange[] {
  const name = String(path.at(-1));
  const above = path.slice(0, -1);
  const owner = membersOrNone(valueAt(body, above));
  const part = partAt(path, body);
  if (Object.hasOwn(owner, name) || !orderMembers[part].includes(name)) return [];
  return Object.keys(owner)
    .filter(key => !orderMembers[part].includes(key) && meantMember(owner, key, part) === name)
    .map(key => renaming([...above, key], name));
}

function partAt(path: JsonPath, body: Members): OrderPart {
  return path.length > 1 ? 'product' : orderPart(body);
}

type Change = (path: JsonPath, body: Members, context: OrderContext) => BodyChange[];

const removeOptional: Change = (path, body) =>
  orderMember(partAt(path, body), String(path.at(-1)))?.need === 'optional' ? [removal(path)] : [];

const ownChanges: Readonly<Record<OwnFixCode, Change>> = {
  'kind-not-paid': (path, body, context) =>
    proposals(path, body, context).filter(change => isSameSort(change, body)),
  'kind-abandoned': (path, _body, context) =>
    whyNotPaid('order.data.product', context) === undefined ? [setTo(path, 'order.data.product')] : [],
  'kind-sensor': () => [setTo(['kind'], 'order.data.product')],
  'image-ids-double': (path, body) => [setTo(path, bodyImageIds(body))],
  'image-count': countChanges,
  'image-mixed': (path, body, context) => bodyImageIds(body).map(id => setImages(path, [id], context)),
  'image-sensor': (_path, body, context) => proposals(['analytic'], body, context),
  'image-album': sensorChanges,
  'image-outside': (path, body, context) =>
    path[0] === 'imageIds'
      ? areaChanges(['aoi'], valueAt(body, path), body, context)
      : areaChanges(path, productAt(body, Number(path[1])).id, body, context),
  'member-unknown': memberChanges,
  'customer-ref': removeOptional,
  tags: removeOptional,
  'member-value': removeOptional,
  'product-double': path => [removal(path)],
};

/** Of the problems of areas, only this one has a fix that needs the order around the area. */
const areaChange: Change = (path, body) => takenOut(path.slice(0, -1), valueAt(body, path.slice(0, -1)));

function ownChangesFor(code: ProblemCode): Change | undefined {
  if (code === 'aoi-not-polygon') return areaChange;
  return Object.hasOwn(ownChanges, code) ? ownChanges[code as OwnFixCode] : undefined;
}

function isSameSort(change: BodyChange, body: Members): boolean {
  return (
    change.kind === 'set' &&
    isOrderKind(change.value) &&
    orderPart({ kind: change.value }) === orderPart(body)
  );
}

function countChanges(path: JsonPath, body: Members, context: OrderContext): BodyChange[] {
  const ids = bodyImageIds({ imageIds: body.imageIds });
  const analytic = analyticIn(body, context);
  const needed = (analytic && imagesNeeded(analytic.type)) ?? maxAnalyticImages;
  const suiting = (context.analytics ?? []).filter(({ type }) => imagesNeeded(type) === ids.length);
  const others = suiting.length > 0 ? proposals(['analytic'], body, context) : [];
  if (ids.length > needed) {
    const kept = needed === 1 ? ids.map(id => [id]) : [ids.slice(0, needed)];
    return [...kept.slice(0, 3).map(some => setImages(path, some, context)), ...others];
  }
  const more = chosenImages(context)
    .filter(({ id }) => !ids.includes(id))
    .slice(0, needed - ids.length);
  if (ids.length + more.length !== needed) return others;
  return [setImages(path, [...ids, ...more.map(({ id }) => id)], context), ...others];
}

function setImages(path: JsonPath, ids: readonly string[], { imageById }: OrderContext): BodyChange {
  const names = ids.map(id => {
    const image = imageById?.(id);
    return image ? imageName(image) : id;
  });
  return setTo(path, ids, names.join(' + '));
}

/** The SENSOR image of the same acquisition, if it was also found. */
function sensorChanges(
  path: JsonPath,
  body: Members,
  { imageById, images = [] }: OrderContext,
): BodyChange[] {
  const acquisitionName = (image: Image | undefined) => image?.properties.acquisitionIdentifier;
  const acquisition = acquisitionName(imageById?.(String(valueAt(body, path))));
  if (typeof acquisition !== 'string') return [];
  return images
    .filter(image => image.processingLevel === 'SENSOR' && acquisitionName(image) === acquisition)
    .map(image => setTo(path, image.id, `${imageName(image)}, SENSOR`));
}

/** The active AOI, if the image intersects it. */
function areaChanges(path: JsonPath, id: unknown, body: Members, context: OrderContext): BodyChange[] {
  const image = typeof id === 'string' ? context.imageById?.(id) : undefined;
  if (!image) return [];
  return proposals(path, body, context).filter(
    change =>
      change.kind === 'set' && isPolygon(change.value) && footprintMeets(image.footprint, change.value),
  );
}

/** The geometry of a Feature, or of the only one of a collection, where a Polygon belongs. */
function takenOut(path: JsonPath, value: unknown): BodyChange[] {
  const { type, geometry, features } = membersOrNone(value);
  const all: readonly unknown[] = Array.isArray(features) ? features : [];
  const [only, ...others] = all;
  const inner =
    type === 'Feature' ? geometry : others.length === 0 ? membersOrNone(only).geometry : undefined;
  if (membersOrNone(inner).type !== 'Polygon') return [];
  const title = l10n.t('Extract the Polygon from the {0}', String(type));
  return [{ kind: 'set', path, value: inner, title }];
}

function memberChanges(path: JsonPath, body: Members): BodyChange[] {
  const owner = membersOrNone(valueAt(body, path.slice(0, -1)));
  const name = meantMember(owner, String(path.at(-1)), partAt(path, body));
  return [...(name === undefined ? [] : [renaming(path, name)]), removal(path)];
}
