import * as z from 'zod';
import type { Analytic } from '../model/order/analyticOrder.ts';
import type { Calls } from './calls.ts';
import { readAllPages } from './pages.ts';
import { optionalText, optionalWords } from './wire.ts';

const analytic = z
  .looseObject({
    code: z.string(),
    name: optionalText,
    type: optionalText,
    sensor: optionalWords,
    description: optionalText,
  })
  .transform((item): Analytic => ({
    code: item.code,
    name: item.name ?? item.code,
    type: item.type ?? '',
    sensor: item.sensor ?? [],
    description: item.description,
  }));

/** GET /api/v1/analytics, all pages. */
export function listAnalytics(calls: Calls, signal?: AbortSignal): Promise<Analytic[]> {
  return readAllPages(calls, '/api/v1/analytics', {}, analytic, one => one.code, signal);
}
