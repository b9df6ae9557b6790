/** What fixes the problems of an order, as changes of its values; `orderFixes` writes them. */
import * as l10n from '@vscode/l10n';
import { isPolygon } from '../aoi/aoiRings.ts';
import { footprintMeets } from '../geometry/footprint.ts';
import type { Image } from '../images/imagery.ts';
import { valueAt } from '../geojson/geojsonSource.ts';
import type { JsonPath, Problem } from '../problem.ts';
import { imagesNeeded } from './analyticOrder.ts';
import { meantMember } from './checkMembers.ts';
import { analyticIn, meantAnalytic, meantKind, type OrderContext } from './checkOrder.ts';
import { imageName } from './imageText.ts';
import { nearWord } from './nearWord.ts';
import { isOrderKind } from './order.ts';
import { imagesOf, membersOf, type Members } from './orderContents.ts';
import { orderMembers, partOf, type OrderPart } from './orderMembers.ts';
import { crsCodeOf, crsName, meantEpsg } from './projection.ts';
import { chosenImages, productAt } from './proposedProducts.ts';
import { proposedValues } from './proposedValues.ts';

/** A change of a body that fixes a problem of it. */
export type OrderMend = { title: string } &
  /** In place of what stands there; a member that is missing is added. */
  (
    | { kind: 'set'; path: JsonPath; value: unknown }
    | { kind: 'remove'; path: JsonPath }
    /** Of a member; its value stays. */
    | { kind: 'rename'; path: JsonPath; name: string }
  );

/** Fixes of one problem that are offered: more is no help. */
const mostMends = 5;

/** Problems of a value that any other that suits its place fixes. */
const mendedByProposals: readonly string[] = [
  ...['kind-missing', 'kind-unknown', 'analytic-missing', 'analytic-unknown', 'title-missing'],
  ...['resolution', 'resolution-unsupported', 'resolution-image', 'image-ids', 'aoi-missing'],
  ...['products-missing', 'product-id', 'product-type', 'product-type-sensor'],
  ...['radiometry', 'radiometry-sensor', 'image-format'],
];

/** The fixes of a problem, the likeliest first. None where only the user knows. */
export function mendsOf({ code, path }: Problem, body: Members, context: OrderContext): OrderMend[] {
  const mends = [
    ...misspelled(path, body),
    ...ownMends(code, path, body, context),
    ...(mendedByProposals.includes(code) ? proposals(path, body, context) : []),
  ];
  const written = (mend: OrderMend) => (mend.kind === 'set' ? JSON.stringify(mend.value) : mend.kind);
  // What is proposed for two reasons is offered once, and never what stands there already.
  const present = valueAt(body, path);
  const seen = new Set(present === undefined ? [] : [JSON.stringify(present)]);
  return mends.filter(mend => !seen.has(written(mend)) && seen.add(written(mend))).slice(0, mostMends);
}

/** What suits a place. */
function proposals(path: JsonPath, body: Members, context: OrderContext): OrderMend[] {
  const name = String(path.at(-1));
  return proposedValues(path, body, context)
    .filter(({ whyNot }) => whyNot === undefined)
    .map(({ value, label, detail }) => {
      if (label === undefined) return setTo(path, value, detail);
      const title = /^\d+$/.test(name) ? l10n.t('Use {0}', label) : l10n.t('Set "{0}": {1}', name, label);
      return { kind: 'set', path, value, title };
    });
}

/** @param detail what the value is, in words */
function setTo(path: JsonPath, value: unknown, detail?: string): OrderMend {
  const [name, shown] = [String(path.at(-1)), JSON.stringify(value)];
  const title =
    detail === undefined
      ? l10n.t('Set "{0}" to {1}', name, shown)
      : l10n.t('Set "{0}" to {1} ({2})', name, shown, detail);
  return { kind: 'set', path, value, title };
}

function removal(path: JsonPath): OrderMend {
  return { kind: 'remove', path, title: l10n.t('Remove "{0}"', String(path.at(-1))) };
}

function renaming(path: JsonPath, name: string): OrderMend {
  const title = l10n.t('Rename "{0}" to "{1}"', String(path.at(-1)), name);
  return { kind: 'rename', path, name, title };
}

/** For a member that is missing: the one that was meant as it. */
function misspelled(path: JsonPath, body: Members): OrderMend[] {
  const name = String(path.at(-1));
  const above = path.slice(0, -1);
  const owner = membersOf(valueAt(body, above));
  const part = partAt(path, body);
  if (Object.hasOwn(owner, name) || !Object.hasOwn(orderMembers[part], name)) return [];
  return Object.keys(owner)
    .filter(other => !Object.hasOwn(orderMembers[part], other) && meantMember(owner, other, part) === name)
    .map(other => renaming([...above, other], name));
}

function partAt(path: JsonPath, body: Members): OrderPart {
  return path.length > 1 ? 'product' : partOf(body);
}

function ownMends(code: string, path: JsonPath, body: Members, context: OrderContext): OrderMend[] {
  switch (code) {
    case 'kind-missing':
    case 'kind-unknown':
      return meant(path, meantKind(body.kind));
    case 'kind-not-paid':
      return proposals(path, body, context).filter(mend => isSameSort(mend, body));
    case 'kind-abandoned':
      return context.kindsPaidFor?.includes('order.data.product') === false
        ? []
        : [setTo(path, 'order.data.product')];
    case 'kind-sensor':
      return [setTo(['kind'], 'order.data.product')];
    case 'analytic-unknown':
      return meant(path, meantAnalytic(String(body.analytic), context.analytics ?? [])?.code);
    case 'image-ids':
      return wrapped(path, body.imageIds);
    case 'image-ids-double':
      return [{ ...setTo(path, imagesOf(body)), title: l10n.t('Name each image once') }];
    case 'image-count':
      return countMends(path, body, context);
    case 'image-mixed':
      return imagesOf(body).map(id => keepOnly(path, [id], context));
    case 'image-sensor':
      return proposals(['analytic'], body, context);
    case 'image-album':
      return sensorMends(path, body, context);
    case 'image-outside':
      return path[0] === 'imageIds'
        ? areaMends(['aoi'], valueAt(body, path), body, context)
        : areaMends(path, productAt(body, Number(path[1])).id, body, context);
    case 'aoi-not-polygon':
      return takenOut(path.slice(0, -1), valueAt(body, path.slice(0, -1)));
    case 'member-unknown':
      return memberMends(path, body);
    case 'customer-ref':
      return typeof body.customerRef === 'number' ? [setTo(path, String(body.customerRef))] : [removal(path)];
    case 'tags':
      return [...wrapped(path, body.tags), removal(path)];
    case 'product-type':
    case 'product-type-sensor':
    case 'radiometry':
    case 'image-format':
      return meant(path, spelt(path, body, context));
    case 'crs-form':
    case 'crs-range':
    case 'crs-far':
      return crsMends(code, path, body, context);
    case 'product-double':
      return [{ ...removal(path), title: l10n.t('Remove the second of the two products') }];
    default:
      return [];
  }
}

function meant(path: JsonPath, value: string | undefined): OrderMend[] {
  return value === undefined ? [] : [setTo(path, value)];
}

function isSameSort(mend: OrderMend, body: Members): boolean {
  return mend.kind === 'set' && isOrderKind(mend.value) && partOf({ kind: mend.value }) === partOf(body);
}

/** A text that stands where a list of texts belongs, and numbers in such a list. */
function wrapped(path: JsonPath, value: unknown): OrderMend[] {
  const isScalar = (one: unknown) => typeof one === 'number' || (typeof one === 'string' && one !== '');
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.filter(isScalar).map(String);
  if (texts.length === 0) return [];
  const title = l10n.t('Write a list of texts: {0}', JSON.stringify(texts));
  return [{ kind: 'set', path, value: texts, title }];
}

function countMends(path: JsonPath, body: Members, context: OrderContext): OrderMend[] {
  const ids = imagesOf({ imageIds: body.imageIds });
  const analytic = analyticIn(body, context);
  const needed = (analytic && imagesNeeded(analytic.type)) ?? 2;
  const suiting = (context.analytics ?? []).filter(({ type }) => imagesNeeded(type) === ids.length);
  const others = suiting.length > 0 ? proposals(['analytic'], body, context) : [];
  if (ids.length > needed) {
    const kept = needed === 1 ? ids.map(id => [id]) : [ids.slice(0, needed)];
    return [...kept.slice(0, 3).map(some => keepOnly(path, some, context)), ...others];
  }
  const more = chosenImages(context)
    .filter(({ id }) => !ids.includes(id))
    .slice(0, needed - ids.length);
  if (ids.length + more.length !== needed) return others;
  const title = l10n.t('Add {0}, selected on the map', more.map(imageName).join(' + '));
  return [{ kind: 'set', path, value: [...ids, ...more.map(({ id }) => id)], title }, ...others];
}

function keepOnly(path: JsonPath, ids: readonly string[], { imageOf }: OrderContext): OrderMend {
  const names = ids.map(id => {
    const image = imageOf?.(id);
    return image ? imageName(image) : id;
  });
  return { kind: 'set', path, value: ids, title: l10n.t('Keep only {0}', names.join(' + ')) };
}

/** The SENSOR image of the same acquisition, where it was found too. */
function sensorMends(path: JsonPath, body: Members, { imageOf, images = [] }: OrderContext): OrderMend[] {
  const acquisitionOf = (image: Image | undefined) => image?.properties.acquisitionIdentifier;
  const acquisition = acquisitionOf(imageOf?.(String(valueAt(body, path))));
  if (typeof acquisition !== 'string') return [];
  const title = l10n.t('Use the SENSOR image of the same acquisition');
  return images
    .filter(image => image.processingLevel === 'SENSOR' && acquisitionOf(image) === acquisition)
    .map(image => ({ kind: 'set', path, value: image.id, title }));
}

/** The AOI in hand, where the image shows some of it. */
function areaMends(path: JsonPath, id: unknown, body: Members, context: OrderContext): OrderMend[] {
  const image = typeof id === 'string' ? context.imageOf?.(id) : undefined;
  if (!image) return [];
  return proposals(path, body, context).filter(
    mend => mend.kind === 'set' && isPolygon(mend.value) && footprintMeets(image.footprint, mend.value),
  );
}

/** The geometry of a Feature, or of the only one of a collection, that stands where a Polygon belongs. */
function takenOut(path: JsonPath, value: unknown): OrderMend[] {
  const { type, geometry, features } = membersOf(value);
  const all: readonly unknown[] = Array.isArray(features) ? features : [];
  const [only, ...others] = all;
  const inner = type === 'Feature' ? geometry : others.length === 0 ? membersOf(only).geometry : undefined;
  if (membersOf(inner).type !== 'Polygon') return [];
  const title = l10n.t('Extract the Polygon from the {0}', String(type));
  return [{ kind: 'set', path, value: inner, title }];
}

function memberMends(path: JsonPath, body: Members): OrderMend[] {
  const owner = membersOf(valueAt(body, path.slice(0, -1)));
  const name = meantMember(owner, String(path.at(-1)), partAt(path, body));
  return [...(name === undefined ? [] : [renaming(path, name)]), removal(path)];
}

/** What is meant by a value that is spelt otherwise; `bundle` of 0.3 m images is `bundle-fs`. */
function spelt(path: JsonPath, body: Members, context: OrderContext): string | undefined {
  const words = proposedValues(path, body, context).map(({ value }) => String(value));
  return nearWord(String(valueAt(body, path)), words);
}

function crsMends(code: string, path: JsonPath, body: Members, context: OrderContext): OrderMend[] {
  const epsg = code === 'crs-far' ? undefined : meantEpsg(valueAt(body, path));
  const written = epsg === undefined ? [] : [setTo(path, crsCodeOf(epsg), crsName(epsg))];
  return [...written, ...proposals(path, body, context)];
}
