import { formatAmount } from '../order/order.ts';
import { readableAmount } from './quantity.ts';

/** `1.2 GB`, `340 kB`; in decimal units, as disks and services count. */
export function byteText(bytes: number): string {
  const { value, unit } = readableAmount({ value: bytes / 1000, unit: 'kB' });
  const digits = value < 10 && unit !== 'kB' ? 10 : 1;
  return formatAmount({ value: Math.round(value * digits) / digits, unit });
}
