/** Readable amounts: volumes in suitable units, and the used part of an allowance. */
import * as l10n from '@vscode/l10n';
import { type Amount, formatAmount } from './order.ts';

/** Bytes of the decimal units for volumes, the largest first; by lowercase name. */
const volumes: readonly (readonly [unit: string, bytes: number])[] = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
];

/** Bytes of an amount of volume; `undefined` for any other unit. Decimal: 1 GB is 1,000,000 kB. */
export function amountBytes({ value, unit }: Amount): number | undefined {
  const bytes = volumes.find(([name]) => name.toLowerCase() === unit.toLowerCase())?.[1];
  return bytes === undefined ? undefined : value * bytes;
}

/** A volume in the largest unit of which it has at least one; any other amount unchanged. */
export function readableAmount(amount: Amount): Amount {
  const bytes = amountBytes(amount);
  if (bytes === undefined) return amount;
  const [unit, size] = volumes.find(([, factor]) => Math.abs(bytes) >= factor) ?? ['kB', 1e3];
  return { value: bytes / size, unit };
}

/**
 * `3.1 of 10 GB`: the used part in the unit of the allowance, or in its own if that would be close to zero.
 *
 * @param isEstimate marks the used part with `≈`
 */
export function usedOfText(used: Amount, max: Amount, isEstimate = false): string {
  const of = readableAmount(max);
  const part = valueInUnit(of, used);
  const usedText = part === undefined ? formatAmount(readableAmount(used)) : bareText(part);
  const text = l10n.t('{0} of {1}', usedText, formatAmount(of));
  return isEstimate ? `≈ ${text}` : text;
}

/** The value of `amount` in the other unit; `undefined` if it can't be converted, or is too small to read. */
function valueInUnit({ unit }: Amount, amount: Amount): number | undefined {
  const value = amountRatio(amount, { value: 1, unit });
  return unit === amount.unit || value === 0 || Math.abs(value) >= 0.01 ? value : undefined;
}

/** Ratio of the two amounts; NaN if they can't be compared. */
function amountRatio(a: Amount, b: Amount): number {
  return a.unit === b.unit ? a.value / b.value : (amountBytes(a) ?? NaN) / (amountBytes(b) ?? NaN);
}

function bareText(value: number): string {
  return formatAmount({ value, unit: '' }).trimEnd();
}

/** Used fraction of an allowance, 1 is all of it; `undefined` if the two can't be compared or there is no allowance. */
export function usedShare(used: Amount | undefined, max: Amount | undefined): number | undefined {
  if (!used || !max) return undefined;
  const ratio = amountRatio(used, max);
  return Number.isFinite(ratio) && ratio >= 0 ? ratio : undefined;
}

/** `▰▰▰▱▱▱▱▱▱▱`. Empty only for nothing, and full only for all of it. */
export function barText(share: number, cells = 10): string {
  const rounded = Math.round(share * cells);
  const min = share > 0 ? 1 : 0;
  const max = share < 1 ? cells - 1 : cells;
  const filled = Math.min(max, Math.max(min, rounded));
  return '▰'.repeat(filled) + '▱'.repeat(cells - filled);
}

/** `1.2 GB`, `340 kB`; in decimal units, as used by disks and services. */
export function byteText(bytes: number): string {
  const { value, unit } = readableAmount({ value: bytes / 1000, unit: 'kB' });
  const digits = value < 10 && unit !== 'kB' ? 10 : 1;
  return formatAmount({ value: Math.round(value * digits) / digits, unit });
}
