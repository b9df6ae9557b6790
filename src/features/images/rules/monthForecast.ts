/** What the new images of a saved search may cost in a month, if it goes on as before. */
import { dayMs, parseMoment } from '../../../base/words/moment.ts';

/** One run of a saved search. */
export interface SearchRun {
  /** ISO 8601, UTC. */
  at: string;
  /** Its new images: constellation, and the share of the search's area, 0 to 1. */
  images: readonly { constellation: string | undefined; share: number }[];
}

/** Fewer runs are not regular. */
const minRuns = 3;
/** Less time says little about a month, days. */
const minDays = 14;
/** Longer ago, the search or the satellites may have been others, days. */
const maxDays = 90;
const monthDays = 30;

export interface MonthForecast {
  images: SearchRun['images'];
  /** What happened, times this, is what a month brings. */
  factor: number;
}

/** @returns `undefined` if the search doesn't run regularly, or found nothing new. @param runs oldest first */
export function monthForecast(runs: readonly SearchRun[]): MonthForecast | undefined {
  const runTime = ({ at }: SearchRun) => parseMoment(at)?.time ?? NaN;
  const [last] = runs.slice(-1);
  if (!last) return undefined;
  const recent = runs.filter(run => runTime(last) - runTime(run) <= maxDays * dayMs);
  const [first, ...others] = recent;
  if (!first || recent.length < minRuns) return undefined;
  const days = (runTime(last) - runTime(first)) / dayMs;
  const images = others.flatMap(run => run.images);
  return days >= minDays && images.length > 0 ? { images, factor: monthDays / days } : undefined;
}
