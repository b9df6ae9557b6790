import { describe, expect, test } from 'vitest';
import { find, harness, type Harness, type Results } from './harness.ts';

/** Less work than a search may be by default, so that the refusal comes soon. */
const searchEffort = 100_000_000;

function ask(h: Harness, parameters: Record<string, string>): ReturnType<typeof h.call<Results>> {
  return h.call<Results>('GET', `/api/v2/opensearch?${new URLSearchParams(parameters)}`);
}

/** Words that tell what to narrow. */
const message =
  'The search is too broad: it would have to look at too many images. Narrow it by an area to intersect (geometry, bbox or lat, lon and radius), an acquisitionDate, a constellation or sortBy=-acquisitionDate.';

describe('a search that is too much work', () => {
  test('deployed: is refused with words that tell what to narrow, and then at once', async () => {
    const h = harness({ searchEffort });
    const parameters = { sortBy: 'incidenceAngle' };
    const { status, body } = await ask(h, parameters);
    expect([status, body]).toEqual([400, { errorCode: 'INVALID_REQUEST', message }]);
    const started = performance.now();
    expect((await ask(h, parameters)).status).toBe(400);
    expect(performance.now() - started).toBeLessThan(1_000);
    // Narrowed as advised, it is answered.
    const narrow = { bbox: '5,43,6,44', constellation: 'PHR' };
    expect((await find(h, { ...parameters, ...narrow })).totalResults).toBeGreaterThan(1_000);
  });

  test('specification: is refused on every page that is not certain, and answered on those that are', async () => {
    const rare = { cloudCover: '[99.9,100]', constellation: 'PNEO,SPOT', itemsPerPage: '10' };
    const far = { ...rare, itemsPerPage: '500', startPage: '20' };
    const narrowed = message
      .replace(', a constellation or sortBy=-acquisitionDate', '')
      .replace('radius), an', 'radius) or an');
    const refusal = { error: 'invalid_request', error_description: narrowed };
    const answers = async (h: Harness, ...questions: Record<string, string>[]): Promise<unknown[]> => {
      const found: unknown[] = [];
      for (const question of questions) {
        const { status, body } = await ask(h, question);
        found.push(status === 200 ? body.features : [status, body]);
      }
      return found;
    };
    const upwards = await answers(harness({ dialect: 'specification', searchEffort }), rare, far);
    expect(upwards[0]).toHaveLength(10);
    expect(upwards[1]).toEqual([400, refusal]);
    // Whoever asks for the far page first is told the same.
    const downwards = await answers(harness({ dialect: 'specification', searchEffort }), far, rare);
    expect(downwards).toEqual(upwards.toReversed());
  });
});
