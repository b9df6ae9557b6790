import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { listOrNone } from '../../../base/fields.ts';
import { error, type JsonPath, type Problem, warning } from '../../../base/problem.ts';
import { footprintMeets } from '../../../geo/coverage.ts';
import { type Image, isStereo } from '../../../service/rules/imagery.ts';
import { unknownText } from '../../../service/rules/memberForms.ts';
import { nearWord } from '../../../service/rules/nearWord.ts';
import { type Members, membersOrNone } from '../../../service/rules/orderContents.ts';
import {
  orderMember,
  orderMembers,
  type OrderPart,
  type Rules,
} from '../../../service/rules/orderMembers.ts';

/** Checks one member beyond its form, or instead of it. */
export type MemberRule = (value: unknown) => Problem[];

/** What is wrong with the members of a part: each by its rule, or else by its form. Paths are relative to the part. */
export function checkForms<P extends OrderPart>(
  part: P,
  members: Members,
  rules: Rules<P, MemberRule>,
): Problem[] {
  const own: Readonly<Record<string, MemberRule | undefined>> = rules;
  return orderMembers[part].flatMap(
    name => own[name]?.(members[name]) ?? checkForm(part, name, members[name]),
  );
}

/** Whether a value has the form of its member. One that is absent lacks it, unless the member is optional. */
export function checkForm(part: OrderPart, name: string, value: unknown): Problem[] {
  const { form, need = 'optional', code = 'member-value' } = orderMember(part, name) ?? {};
  if (!form || form.findFault === 'ruled' || (value === undefined && need !== 'required')) return [];
  const fault = form.findFault(name, value);
  if (!fault) return [];
  // The service may read it: the specification doesn't have it.
  const severity = need === 'optional' ? warning : error;
  const message = value === undefined ? l10n.t('Missing: {0}', fault.message) : fault.message;
  return [{ ...severity(code, message, [name]), meant: fault.meant }];
}

/** Members that the service isn't known to accept. */
export function checkNames(body: Members, part: Exclude<OrderPart, 'product'>): Problem[] {
  const products = part === 'products' ? listOrNone(body.products) : [];
  return [
    ...unknownNames(body, part),
    ...products.flatMap((product, index) =>
      Array.isArray(product) ? [] : unknownNames(membersOrNone(product), 'product', ['products', index]),
    ),
  ];
}

/** The name that was probably meant; none if that one is already used. */
export function meantMember(members: Members, name: string, part: OrderPart): string | undefined {
  const free = orderMembers[part].filter(member => !Object.hasOwn(members, member));
  return nearWord(name, free);
}

function unknownNames(members: Members, part: OrderPart, path: JsonPath = []): Problem[] {
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
  const stereo = l10n.t('Orders of stereo images are never delivered. Select a mono image.');
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
