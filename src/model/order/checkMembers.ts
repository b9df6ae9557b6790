import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { type Image, isStereo } from '../images/imagery.ts';
import { footprintMeets } from '../geometry/coverage.ts';
import { error, type JsonPath, type Problem, warning } from '../problem.ts';
import { nearWord } from './nearWord.ts';
import { type Members, membersOf, orderMembers, type OrderPart } from './orderContents.ts';

/** Members that the service isn't known to accept, and extensions of the specification in a wrong form. */
export function checkMembers(body: Members, part: 'report' | 'products'): Problem[] {
  const products: readonly unknown[] =
    part === 'products' && Array.isArray(body.products) ? body.products : [];
  const { customerRef = '', tags = [] } = body;
  const isList = Array.isArray(tags) && tags.every(tag => typeof tag === 'string');
  return [
    ...checkNames(body, part),
    ...(typeof customerRef === 'string'
      ? []
      : [warning('customer-ref', textNeeded('customerRef'), ['customerRef'])]),
    ...(isList ? [] : [warning('tags', textsNeeded('tags'), ['tags'])]),
    ...products.flatMap((product, index) =>
      Array.isArray(product) ? [] : checkNames(membersOf(product), 'product', ['products', index]),
    ),
  ];
}

/** The name that was probably meant; none if that one is already used. */
export function meantMember(members: Members, name: string, part: OrderPart): string | undefined {
  const free = orderMembers[part].filter(member => !Object.hasOwn(members, member));
  return nearWord(name, free);
}

function checkNames(members: Members, part: OrderPart, path: JsonPath = []): Problem[] {
  const names = orderMembers[part];
  const unknown = Object.keys(members).filter(name => !names.includes(name));
  return unknown.map(name => {
    const meant = meantMember(members, name, part);
    const isOfProduct = part === 'products' && orderMembers.product.includes(name);
    const message =
      meant === undefined && isOfProduct
        ? l10n.t('"{0}" belongs in each of the "products".', name)
        : unknownText(name, meant, names);
    return warning('member-unknown', message, [...path, name]);
  });
}

/** @param meant the allowed value that was probably meant, if one is close */
export function notAllowed(
  code: string,
  path: JsonPath,
  allowed: readonly (string | number)[],
  meant?: { written: unknown; as: string | undefined },
): Problem {
  const message =
    meant?.as === undefined
      ? l10n.t('"{0}" must be {1}.', String(path.at(-1)), allowed.join(' / '))
      : unknownText(shortText(meant.written), meant.as, []);
  return { ...error(code, message, path), meant: meant?.as };
}

/** @param meant the available value that was probably meant, if one is close */
export function unknownText(
  written: string,
  meant: string | undefined,
  available: readonly string[],
): string {
  return meant === undefined
    ? l10n.t('Unknown "{0}". Available: {1}.', written, available.join(', '))
    : l10n.t('Unknown "{0}". Did you mean "{1}"?', written, meant);
}

export function textNeeded(name: string): string {
  return l10n.t('"{0}" must be text in quotation marks, and not empty.', name);
}

export function textsNeeded(name: string): string {
  return l10n.t('"{0}" must be a list of texts, such as ["a", "b"].', name);
}

const longestShown = 40;

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/**
 * Problems of ordering with a known image, whatever its sensor (specification: Image, `processingLevel`; Analytic order
 * body, `imageIds`).
 *
 * @param aoi `undefined` if it is itself invalid
 * @param path where the body names the image
 * @param aoiPath where to report that the image doesn't intersect the AOI
 */
export function checkImage(
  image: Image,
  aoi: Polygon | undefined,
  path: JsonPath,
  aoiPath: JsonPath,
): Problem[] {
  const stereo = l10n.t('Orders for stereo images never complete. Select a mono image.');
  const album = l10n.t('The image is ALBUM, and such orders may never be delivered. Select a SENSOR image.');
  return [
    ...(isStereo(image) ? [warning('image-stereo', stereo, path)] : []),
    ...(image.processingLevel === 'ALBUM' ? [warning('image-album', album, path)] : []),
    ...(aoi && !footprintMeets(image.footprint, aoi) ? [error('image-outside', outsideText(), aoiPath)] : []),
  ];
}

export function outsideText(): string {
  return l10n.t("The image doesn't show the AOI.");
}
