import { addMonths, dayMs, isoDay } from '../words/moment.ts';

/** The spans until today that are offered by name, with their first days; both `YYYY-MM-DD`, UTC. */
export function firstDaysUntil(today: string): Record<'7d' | '30d' | '3m' | '1y', string> {
  const time = Date.parse(today);
  return {
    '7d': isoDay(time - 6 * dayMs),
    '30d': isoDay(time - 29 * dayMs),
    '3m': isoDay(addMonths(time, -3)),
    '1y': isoDay(addMonths(time, -12)),
  };
}
