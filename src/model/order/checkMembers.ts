import * as l10n from '@vscode/l10n';
import { warning, type JsonPath, type Problem } from '../problem.ts';
import { nearWord } from './nearWord.ts';
import { membersOf, type Members } from './orderContents.ts';
import { orderMembers, type OrderPart } from './orderMembers.ts';

/** Members that the service is not known to take, and those that it takes beyond the specification in another form. */
export function checkMembers(body: Members, part: 'report' | 'products'): Problem[] {
  const products: readonly unknown[] =
    part === 'products' && Array.isArray(body.products) ? body.products : [];
  return [
    ...checkNames(body, part),
    ...checkReference(body),
    ...checkTags(body),
    ...products.flatMap((product, index) =>
      Array.isArray(product) ? [] : checkNames(membersOf(product), 'product', ['products', index]),
    ),
  ];
}

/** The name that somebody meant who wrote another; none where that one is written too. */
export function meantMember(members: Members, name: string, part: OrderPart): string | undefined {
  const free = Object.keys(orderMembers[part]).filter(one => !Object.hasOwn(members, one));
  return nearWord(name, free);
}

function checkNames(members: Members, part: OrderPart, path: JsonPath = []): Problem[] {
  const names = Object.keys(orderMembers[part]);
  const unknown = Object.keys(members).filter(name => !names.includes(name));
  return unknown.map(name => warning('member-unknown', unknownText(members, name, part), [...path, name]));
}

function unknownText(members: Members, name: string, part: OrderPart): string {
  const meant = meantMember(members, name, part);
  if (meant !== undefined) return l10n.t('Unknown "{0}". Did you mean "{1}"?', name, meant);
  if (part === 'products' && Object.hasOwn(orderMembers.product, name))
    return l10n.t('"{0}" belongs in each of the "products".', name);
  return l10n.t(
    'Unknown "{0}": the service may refuse it. Available: {1}.',
    name,
    Object.keys(orderMembers[part]).join(', '),
  );
}

function checkReference({ customerRef }: Members): Problem[] {
  if (customerRef === undefined || typeof customerRef === 'string') return [];
  const message = l10n.t('"customerRef" must be text in quotation marks.');
  return [warning('customer-ref', message, ['customerRef'])];
}

function checkTags({ tags }: Members): Problem[] {
  if (tags === undefined || (Array.isArray(tags) && tags.every(tag => typeof tag === 'string'))) return [];
  const message = l10n.t('"tags" must be a list of texts, such as ["a", "b"].');
  return [warning('tags', message, ['tags'])];
}
