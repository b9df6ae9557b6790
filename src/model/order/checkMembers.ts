import * as l10n from '@vscode/l10n';
import { warning, type JsonPath, type Problem, error } from '../problem.ts';
import { nearWord } from './nearWord.ts';
import { membersOf, type Members } from './orderContents.ts';
import { orderMembers, type OrderPart } from './orderMembers.ts';

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
  const free = orderMembers[part].filter(one => !Object.hasOwn(members, one));
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

/** For a member that must be a non-empty string. */
export function textNeeded(name: string): string {
  return l10n.t('"{0}" must be text in quotation marks, and not empty.', name);
}

/** For a member that must be a list of strings. */
export function textsNeeded(name: string): string {
  return l10n.t('"{0}" must be a list of texts, such as ["a", "b"].', name);
}

const longestShown = 40;

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
