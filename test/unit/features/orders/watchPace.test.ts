import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/service/wire/errors.ts';
import { type Pace, waitMs } from '../../../../src/features/orders/rounds.ts';
import { apiError } from '../../fakes.ts';

const usual: Pace = { sincePlaced: Infinity, isLookedAt: true, youngestMs: 0, pollMs: 30_000, failures: 0 };
const hour = 3600;
const slowDown = new ApiError('rateLimited', { request: 'GET', status: 429, retryAfterMs: 700_000 });

describe('the wait between two rounds', () => {
  it.each<[string, Partial<Pace>, number]>([
    ['is that of the setting', {}, 30],
    ['is short after an own order', { sincePlaced: 0 }, 2],
    ['grows from round to round', { sincePlaced: 3 }, 5],
    ['is that of the setting after the quick ones', { sincePlaced: 6 }, 30],
    ['is never longer than the setting after an own order', { sincePlaced: 5, pollMs: 5000 }, 5],
    ['is four times as long while nobody looks', { isLookedAt: false }, 120],
    ['is short after an own order, whoever looks', { isLookedAt: false, sincePlaced: 1 }, 3],
    [
      'is ten minutes where even the youngest order is older than production takes',
      { youngestMs: 49 * 3_600_000 },
      600,
    ],
    ['is an hour after a week', { youngestMs: 8 * 24 * 3_600_000 }, hour],
    [
      'is that of the setting where it is longer still',
      { youngestMs: 49 * 3_600_000, pollMs: 3_600_000 },
      hour,
    ],
    ['is as usual after one failure', { failures: 1, failure: apiError('server', 503) }, 30],
    ['doubles with each further one', { failures: 4, failure: apiError('server', 503) }, 120],
    ['ends at ten minutes', { failures: 40, failure: apiError('server', 503) }, 600],
    ['ends at a minute where the network is away', { failures: 40, failure: apiError('network') }, 60],
    [
      'is a minute at least where the service asks to slow down',
      { failures: 1, failure: apiError('rateLimited', 429) },
      60,
    ],
    ['is as long as the service asks for', { failures: 1, failure: slowDown, sincePlaced: 0 }, 700],
  ])('%s', (_what, pace, seconds) => {
    expect(waitMs({ ...usual, ...pace }) / 1000).toBe(seconds);
  });
});
