import * as l10n from '@vscode/l10n';
import type { JsonPath } from '../problem.ts';
import { valueAt } from '../json/valueAt.ts';
import type { OrderContext } from './checkOrder.ts';
import { nearWord } from './nearWord.ts';
import { aoisOf, membersOf, type Members } from './orderContents.ts';
import { areaMends, proposals, removal, setTo, type OrderMend } from './orderMend.ts';
import { crsCodeOf, crsName, meantEpsg } from './projection.ts';
import { draftsOf, productAt } from './proposedProducts.ts';

/** Mends of what is wrong with the products of an order, the likeliest first. */
export function productMends(
  code: string,
  path: JsonPath,
  body: Members,
  context: OrderContext,
): OrderMend[] {
  switch (code) {
    case 'products-missing':
      return [...listMends(path, body.products), ...proposals(path, body, context)];
    case 'product-not-object':
      return draftMends(path, body, context);
    case 'product-id':
      return [...spelt(path, body, context), ...proposals(path, body, context)];
    case 'product-type':
    case 'radiometry':
    case 'image-format':
      return [...spelt(path, body, context), ...proposals(path, body, context)];
    case 'product-type-sensor':
      return [...counterparts(path, body, context), ...proposals(path, body, context)];
    case 'radiometry-sensor':
      return proposals(path, body, context);
    case 'crs-form':
    case 'crs-range':
    case 'crs-far':
      return crsMends(code, path, body, context);
    case 'product-double':
      return [{ ...removal(path), title: l10n.t('Remove the second of the two products') }];
    case 'image-outside':
      return path[0] === 'products'
        ? areaMends(path, productAt(body, Number(path[1])).id, body, context)
        : [];
    default:
      return [];
  }
}

/** One product that stands where a list of them belongs. */
function listMends(path: JsonPath, value: unknown): OrderMend[] {
  const isProduct = typeof value === 'object' && value !== null && 'id' in value;
  return isProduct && !Array.isArray(value)
    ? [setTo(path, [value], l10n.t('Make a list of the one product'))]
    : [];
}

/** The id of a known image that stands where a product belongs. */
function draftMends(path: JsonPath, body: Members, context: OrderContext): OrderMend[] {
  const value = valueAt(body, path);
  const image = typeof value === 'string' ? context.imageOf?.(value) : undefined;
  const area = context.area?.polygon ?? aoisOf(body)[0]?.polygon;
  return draftsOf(image ? [image] : [], area).map(product =>
    setTo(path, product, l10n.t('Make a product of the image')),
  );
}

/** What is meant by a value that is spelt otherwise or stands in a list. */
function spelt(path: JsonPath, body: Members, context: OrderContext): OrderMend[] {
  const written = valueAt(body, path);
  const inner: unknown = Array.isArray(written) && written.length === 1 ? written[0] : written;
  if (path.at(-1) === 'id') {
    return typeof inner === 'number' || (inner !== written && typeof inner === 'string')
      ? [setTo(path, String(inner))]
      : [];
  }
  if (typeof inner !== 'string') return [];
  const words = proposals(path, body, context).flatMap(mend =>
    mend.kind === 'set' && typeof mend.value === 'string' ? [mend.value] : [],
  );
  const meant = words.find(word => word === inner) ?? nearWord(inner, words) ?? formatOf(inner, words);
  return meant === undefined ? [] : [setTo(path, meant)];
}

/** Formats are known by the endings of their files too. */
function formatOf(written: string, words: readonly string[]): string | undefined {
  const plain = written.toLowerCase();
  const meant = /tif/.test(plain) ? 'image/geotiff' : /jp|j2k/.test(plain) ? 'image/jp2' : undefined;
  return words.find(word => word === meant);
}

/** `bundle` of 0.3 m images is `bundle-fs`, and the other way round. */
function counterparts(path: JsonPath, body: Members, context: OrderContext): OrderMend[] {
  const written = String(valueAt(body, path));
  const other = written.endsWith('-fs') ? written.slice(0, -3) : `${written}-fs`;
  return proposals(path, body, context).filter(mend => mend.kind === 'set' && mend.value === other);
}

function crsMends(code: string, path: JsonPath, body: Members, context: OrderContext): OrderMend[] {
  const { crsCode } = membersOf(valueAt(body, path.slice(0, -1)));
  const inner: unknown = Array.isArray(crsCode) && crsCode.length === 1 ? crsCode[0] : crsCode;
  const epsg = meantEpsg(inner);
  const meant =
    epsg === undefined
      ? []
      : [
          setTo(
            path,
            crsCodeOf(epsg),
            l10n.t('Set "{0}" to {1} ({2})', 'crsCode', JSON.stringify(crsCodeOf(epsg)), crsName(epsg)),
          ),
        ];
  // The same zone of the other hemisphere is no mend.
  const [zone, degrees] = proposals(path, body, context);
  const known = [zone, degrees].filter(mend => mend !== undefined);
  // Far from the zone that is written, that zone is no mend either.
  return code === 'crs-far' ? known : [...meant, ...known];
}
