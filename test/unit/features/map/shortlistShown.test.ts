import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import { box, polygon } from '../../geo/polygons.ts';
import type { AnalyticNames } from '../../../../src/service/rules/kindText.ts';
import { shortlistShown } from '../../../../src/features/map/shortlistShown.ts';
import { bareImage } from '../../fixtures.ts';

const area = polygon(box(5, 43, 6, 44));
const product = (id: string, productType: string) => ({
  kind: 'order.data.product',
  products: [{ id, productType, aoi: area }],
});
const report = (id: string) => ({
  kind: 'order.analytics-toolbox.archive',
  analytic: 'detection.change-2',
  imageIds: [id],
  aoi: area,
});

/** The rates of images a and b over 10 km², each with what it is of. */
function ratesAfter(...priced: Priced[]) {
  return ratesWith(undefined, ...priced);
}

function ratesWith(analytics: AnalyticNames | undefined, ...priced: Priced[]) {
  const list = shortlistShown({
    shortlist: {
      pins: signal(['a', 'b'].map(id => ({ image: bareImage({ id }), note: undefined }))),
      isShown: signal(false),
    },
    catalog: { current: signal({ aoi: { polygon: area, areaKm2: 10 } }) } as never,
    prices: {
      priced: () => priced.map(([body, value]) => ({ body, price: { total: { value, unit: 'credits' } } })),
    } as never,
    owned: { analytics: () => analytics },
  });
  return list?.pins.map(({ creditsPerKm2, rateOf }) => creditsPerKm2 && [creditsPerKm2, rateOf]);
}

type Priced = [body: Record<string, unknown>, credits: number];

it('compares the prices of one kind of order, the one that was priced last, and names it', () => {
  const sharp = 'Image product (pansharpened)';
  expect(ratesAfter([product('a', 'pansharpened'), 20], [product('b', 'pansharpened'), 30])).toEqual([
    [2, sharp],
    [3, sharp],
  ]);
  expect(ratesAfter([product('a', 'pansharpened'), 20], [report('b'), 50])).toEqual([
    undefined,
    [5, 'Analytic report (change 2)'],
  ]);
  expect(ratesAfter([product('a', 'pansharpened'), 20], [product('b', 'bundle'), 30])).toEqual([
    undefined,
    [3, 'Image product (bundle)'],
  ]);
});

it('names the analytic instead of its code', () => {
  const listed = [{ code: 'detection.change-2', name: 'Change detection' }];
  expect(ratesWith(listed, [report('b'), 50])).toEqual([
    undefined,
    [5, 'Analytic report (Change detection)'],
  ]);
});
