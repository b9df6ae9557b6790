/** What mends the problems of an order, as changes of its values; `orderFixes` writes them. */
import * as l10n from '@vscode/l10n';
import type { Image } from '../images/imagery.ts';
import { valueAt } from '../json/valueAt.ts';
import type { JsonPath, Problem } from '../problem.ts';
import { imagesNeeded } from './analyticOrder.ts';
import { meantMember } from './checkMembers.ts';
import { analyticIn, meantAnalytic, meantKind, type OrderContext } from './checkOrder.ts';
import { imageName } from './imageText.ts';
import { isOrderKind } from './order.ts';
import { imagesOf, membersOf, type Members } from './orderContents.ts';
import { areaMends, proposals, removal, setTo, type OrderMend } from './orderMend.ts';
import { orderMembers, partOf, type OrderPart } from './orderMembers.ts';
import { productMends } from './productMends.ts';
import { chosenImages } from './proposedValue.ts';

/** Mends of one problem that are offered: more is no help. */
const mostMends = 5;

/** The mends of a problem, the likeliest first. None where only the user knows. */
export function mendsOf({ code, path }: Problem, body: Members, context: OrderContext): OrderMend[] {
  const mends = [
    ...misspelled(path, body),
    ...bodyMends(code, path, body, context),
    ...productMends(code, path, body, context),
  ];
  const written = (mend: OrderMend) => (mend.kind === 'set' ? JSON.stringify(mend.value) : mend.kind);
  // What is proposed for two reasons is offered once, and never what stands there already.
  const present = valueAt(body, path);
  const seen = new Set(present === undefined ? [] : [JSON.stringify(present)]);
  return mends.filter(mend => !seen.has(written(mend)) && seen.add(written(mend))).slice(0, mostMends);
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
    .map(other => ({
      kind: 'rename',
      path: [...above, other],
      name,
      title: l10n.t('Rename "{0}" to "{1}"', other, name),
    }));
}

function partAt(path: JsonPath, body: Members): OrderPart {
  return path.length > 1 ? 'product' : partOf(body);
}

function bodyMends(code: string, path: JsonPath, body: Members, context: OrderContext): OrderMend[] {
  switch (code) {
    case 'kind-missing':
    case 'kind-unknown': {
      const meant = meantKind(body.kind);
      return [...(meant ? [setTo(path, meant)] : []), ...proposals(path, body, context)];
    }
    case 'kind-not-paid':
      return proposals(path, body, context).filter(mend => isSameSort(mend, body));
    case 'kind-abandoned':
      return context.kindsPaidFor?.includes('order.data.product') === false
        ? []
        : [setTo(path, 'order.data.product')];
    case 'kind-sensor':
      return [setTo(['kind'], 'order.data.product')];
    case 'analytic-missing':
    case 'analytic-unknown': {
      const { analytic } = body;
      const meant =
        typeof analytic === 'string' ? meantAnalytic(analytic, context.analytics ?? []) : undefined;
      return [...(meant ? [setTo(path, meant.code)] : []), ...proposals(path, body, context)];
    }
    case 'title-missing':
    case 'resolution':
    case 'resolution-unsupported':
    case 'resolution-image':
      return proposals(path, body, context);
    case 'image-ids':
      return [...wrapped(path, body.imageIds), ...proposals(path, body, context)];
    case 'image-ids-double':
      return [setTo(path, imagesOf(body), l10n.t('Name each image once'))];
    case 'image-count':
      return countMends(path, body, context);
    case 'image-mixed':
      return imagesOf(body).map(id => keepOnly(path, [id], context));
    case 'image-sensor':
      return proposals(['analytic'], body, context);
    case 'image-album':
      return twinMends(path, body, context);
    case 'image-outside':
      return path[0] === 'imageIds' ? areaMends(['aoi'], valueAt(body, path), body, context) : [];
    case 'aoi-missing':
      return proposals(path, body, context);
    case 'aoi-not-polygon':
      return takenOut(path.slice(0, -1), valueAt(body, path.slice(0, -1)));
    case 'member-unknown':
      return memberMends(path, body);
    case 'customer-ref':
      return typeof body.customerRef === 'number' ? [setTo(path, String(body.customerRef))] : [removal(path)];
    case 'tags':
      return [...wrapped(path, body.tags), removal(path)];
    default:
      return [];
  }
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
  return [setTo(path, texts, l10n.t('Write a list of texts: {0}', JSON.stringify(texts)))];
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
  const title = l10n.t('Add {0}, which is chosen on the map', more.map(imageName).join(' + '));
  return [setTo(path, [...ids, ...more.map(({ id }) => id)], title), ...others];
}

function keepOnly(path: JsonPath, ids: readonly string[], { imageOf }: OrderContext): OrderMend {
  const names = ids.map(id => {
    const image = imageOf?.(id);
    return image ? imageName(image) : id;
  });
  return setTo(path, ids, l10n.t('Keep only {0}', names.join(' + ')));
}

/** The SENSOR image of the same acquisition, where it was found too. */
export function twinMends(
  path: JsonPath,
  body: Members,
  { imageOf, images = [] }: OrderContext,
): OrderMend[] {
  const id = valueAt(body, path);
  const acquisitionOf = ({ properties }: Image) => properties.acquisitionIdentifier;
  const album = typeof id === 'string' ? imageOf?.(id) : undefined;
  const acquisition = album && acquisitionOf(album);
  if (typeof acquisition !== 'string') return [];
  return images
    .filter(image => image.processingLevel === 'SENSOR' && acquisitionOf(image) === acquisition)
    .map(image => setTo(path, image.id, l10n.t('Use the SENSOR image of the same acquisition')));
}

/** The geometry of a Feature, or of the only one of a collection, that stands where a Polygon belongs. */
function takenOut(path: JsonPath, value: unknown): OrderMend[] {
  const { type, geometry, features } = membersOf(value);
  const inner: unknown =
    type === 'Feature'
      ? geometry
      : type === 'FeatureCollection' && Array.isArray(features) && features.length === 1
        ? membersOf(features[0]).geometry
        : undefined;
  if (membersOf(inner).type !== 'Polygon') return [];
  return [setTo(path, inner, l10n.t('Take the Polygon out of the {0}', String(type)))];
}

function memberMends(path: JsonPath, body: Members): OrderMend[] {
  const name = String(path.at(-1));
  const meant = meantMember(membersOf(valueAt(body, path.slice(0, -1))), name, partAt(path, body));
  const title = l10n.t('Rename "{0}" to "{1}"', name, meant ?? '');
  return [
    ...(meant === undefined ? [] : [{ kind: 'rename' as const, path, name: meant, title }]),
    removal(path),
  ];
}
