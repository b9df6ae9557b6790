/** What is said of the contents of an order. */
import * as l10n from '@vscode/l10n';
import { areaText } from '../../../../base/words/areaText.ts';
import { numberText } from '../../../../base/words/displayLanguage.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import type { Price } from '../../../../service/rules/order.ts';
import type { OrderBody } from '../../rules/orderBody.ts';
import { orderedAreas, orderedAreasText, orderedKm2 } from '../../rules/orderedAreas.ts';

/** Maximum number of images and deliveries that a dialog lists individually. */
export const maxNamed = 4;

/** The first few, and the number of the rest. */
export function firstLines(lines: readonly string[], max: number): string[] {
  const more = lines.length - max;
  return [...lines.slice(0, max), ...(more > 0 ? [l10n.t('and {0} more', more)] : [])];
}

/** A smaller difference of the two areas of an order isn't worth knowing. The service rounds to hundredths of a km². */
const minDifference = { share: 0.01, km2: 0.01 };

/**
 * The areas of an order: measured in its file, and what the service reports with the price if that differs from their
 * total. The service may charge for less than the file, such as where an image covers only part of it, or for more.
 *
 * @returns `undefined` if neither is known
 */
export function sizeText(body: OrderBody, { areaKm2 }: Pick<Price, 'areaKm2'>): string | undefined {
  const areas = orderedAreas(body);
  const inFile = orderedKm2(areas);
  const fileText = orderedAreasText(areas);
  if (areaKm2 === undefined) return fileText;
  if (inFile === undefined || fileText === undefined) return areaText(areaKm2);
  const tolerance = Math.max(minDifference.share * inFile, minDifference.km2);
  if (Math.abs(areaKm2 - inFile) > tolerance)
    return l10n.t('{0} in the file, {1} by the service', fileText, areaText(areaKm2));
  const isOne = areas.length === 1 && areas[0]?.times === 1;
  return isOne ? areaText(areaKm2) : fileText;
}

/** The first few, on one line. */
export function namesText(names: readonly string[]): string {
  return firstLines(names, maxNamed).join('; ');
}

/** The title of an order, or its reference. Empty if it has neither, as most product orders. */
export function bodyTitle({ title, customerRef }: OrderBody): string {
  const text = [title, customerRef].find(value => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? safeLine(text) : '';
}

/** For example `3 images`. */
export function imagesText(count: number): string {
  return count === 1 ? l10n.t('1 image') : l10n.t('{0} images', numberText(count));
}
