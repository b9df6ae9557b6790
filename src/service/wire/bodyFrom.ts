/** The body of an order as a service repeats it, with the names and the forms of requests. */
import { type Fields, isRecord } from '../../base/fields.ts';
import { isDeepValue } from '../../base/json/nesting.ts';
import { membersIn, orderMember, orderMembers, type OrderPart } from '../rules/orderMembers.ts';
import { looseFields, plainName, toNumber } from './wire.ts';

const parts: readonly OrderPart[] = ['report', 'products', 'product'];
const bodies: readonly OrderPart[] = ['report', 'products'];

/** Members of a report or of products that an order may also have itself. */
export const contentNames: readonly string[] = unique(
  bodies.flatMap(part => membersIn(part).flatMap(([name, { role }]) => (role === 'contents' ? [name] : []))),
);

const bodyNames = unique(parts.flatMap(part => orderMembers[part]));
const textNames = [
  'kind',
  ...bodyNames.filter(name => parts.some(part => orderMember(part, name)?.form.isText)),
];

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

const byPlainName = new Map(bodyNames.map(name => [plainName(name), name]));

/**
 * An object, a JSON text with it, or an object in which it is the only one. Members of other names stay as they are.
 *
 * @returns `undefined` for anything else, and for values that are nested too deep: comparing or repeating them would
 *   overflow the stack
 */
export function bodyFrom(sent: unknown, depth = 0): Fields | undefined {
  const value = typeof sent === 'string' ? parsed(sent) : sent;
  if (!isRecord(value) || isDeepValue(value)) return undefined;
  const members = named(value);
  const isBody = Object.keys(members).some(name => bodyNames.includes(name));
  const [inner, ...others] = Object.values(value).filter(isRecord);
  if (!isBody && inner && others.length === 0 && depth < 2) return bodyFrom(inner, depth + 1);
  const own = looseFields(members);
  const { products, imageIds, aoi } = members;
  return {
    ...members,
    ...texts(members, textNames),
    ...(isRecord(members.resolution) ? { resolution: own.number('resolution') } : {}),
    ...(imageIds === undefined ? {} : { imageIds: own.list('imageIds').map(idIn) }),
    ...(products === undefined ? {} : { products: own.list('products').map(productIn) }),
    ...(aoi === undefined ? {} : { aoi: geometryIn(aoi) }),
  };
}

function parsed(text: string): unknown {
  try {
    return text.trim().startsWith('{') ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** With the names of requests: `image_ids` becomes `imageIds`, unless that is there as well. */
function named(fields: Fields): Fields {
  const renamed = Object.entries(fields).map(([name, value]) => {
    const known = byPlainName.get(plainName(name));
    return [known === undefined || Object.hasOwn(fields, known) ? name : known, value] as const;
  });
  return Object.fromEntries(renamed);
}

function productIn(sent: unknown): unknown {
  if (!isRecord(sent)) return sent;
  const members = named(sent);
  const { aoi } = members;
  return { ...members, ...texts(members, ['id']), ...(aoi === undefined ? {} : { aoi: geometryIn(aoi) }) };
}

/** Those of the members that are a text in another form, such as a number or an object with it. */
function texts(members: Fields, names: readonly string[]): Fields {
  const own = looseFields(members);
  const found = names.flatMap(name => {
    const value = members[name];
    if (value === undefined || value === null || typeof value === 'string') return [];
    return [[name, own.text(name)] as const];
  });
  return Object.fromEntries(found);
}

function idIn(sent: unknown): unknown {
  if (isRecord(sent)) return looseFields(sent).text('id', 'imageId') ?? sent;
  return toNumber(sent) === undefined ? sent : String(sent);
}

/** A geometry, a feature with it, or a JSON text with one of them. */
function geometryIn(sent: unknown): unknown {
  const value = typeof sent === 'string' ? (parsed(sent) ?? sent) : sent;
  return isRecord(value) && isRecord(value.geometry) ? value.geometry : value;
}
