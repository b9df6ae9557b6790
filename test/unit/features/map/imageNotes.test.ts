import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import { box, polygon } from '../../geo/polygons.ts';
import type { Price } from '../../../../src/service/rules/order.ts';
import { createImageNotes } from '../../../../src/features/map/imageNotes.ts';
import { bareImage } from '../../fixtures.ts';

const area = polygon(box(5, 43, 6, 44));
const images = ['a', 'b'].map(id => bareImage({ id }));

interface Known {
  body?: Record<string, unknown>;
  ordered?: string;
  /** The line about an order `o1` of the same image. */
  again?: string;
  estimate?: string;
  notOrderable?: string;
}

/** What stands below a selection of two images. */
function noteOf(known: Known): string | undefined {
  return notesOf(known).current.value.estimate;
}

/** What stands in the open row of the first one. */
function linesOf(known: Known): readonly string[] | undefined {
  const notes = notesOf(known);
  notes.open('a');
  return notes.current.value.opened?.lines;
}

function notesOf({ body, ordered, again, estimate, notOrderable }: Known) {
  const price: Price = {
    total: { value: 12, unit: 'credits' },
    perDelivery: [],
    areaKm2: undefined,
    notOrderable,
    isEstimate: false,
  };
  const at = Date.UTC(2026, 10, 29, 10, 42);
  const byId = new Map(images.map(image => [image.id, image]));
  return createImageNotes(
    { current: signal({ images, aoi: { polygon: area } }), byId: signal(byId) } as never,
    { choice: signal({ images, area }) },
    {
      current: signal({ imagesText: () => estimate, askText: () => 'No price yet' }),
      need: () => undefined,
    } as never,
    { priced: () => (body ? [{ body, price, at }] : []) },
    {
      byImage: signal(new Map()),
      deliveredOrders: () => [],
      ownedLine: () => again && { text: again, orderId: 'o1' },
      lastOrder: () => (ordered === undefined ? undefined : { text: ordered, orderId: 'o1' }),
    } as never,
  );
}

const report = { kind: 'order.analytics-toolbox.archive', imageIds: ['b', 'a'], aoi: area };

it('says what is known of the price of a selection: ordered, priced, estimated, or how to ask', () => {
  const ordered = 'Analytic report: ordered 2026-11-29, order o1';
  const estimate = 'Image product: about 10 credits, from one price';
  expect(noteOf({ ordered, body: report, estimate })).toBe(ordered);
  expect(noteOf({ body: report, estimate })).toBe('Analytic report: 12 credits, priced 2026-11-29 10:42 UTC');
  expect(noteOf({ estimate })).toBe(estimate);
  expect(noteOf({})).toBe('No price yet');
});

it('says below the selection alone that there is no price, with the way to one', () => {
  expect(notesOf({}).current.value.lacksPrice).toBe(true);
  expect(linesOf({})).toEqual([]);
  expect(notesOf({ estimate: 'about 10 credits' }).current.value.lacksPrice).toBe(false);
});

it('says of an open row an estimate, and only the exact price once it is known', () => {
  const estimate = 'Image product: about 10 credits, from one price';
  expect(linesOf({ estimate })).toEqual([estimate]);
  expect(linesOf({ body: { ...report, imageIds: ['a'] }, estimate })).toEqual([
    'Analytic report: 12 credits, priced 2026-11-29 10:42 UTC',
  ]);
  // Of both images: what one of them costs is still an estimate.
  expect(linesOf({ body: report, estimate })).toEqual([estimate]);
});

it('says of an open row that it was ordered, once, rather than its earlier price', () => {
  const ordered = 'Analytic report: ordered 2026-11-29, order o1';
  const body = { ...report, imageIds: ['a'] };
  expect(linesOf({ ordered, body })).toEqual([ordered]);
  const again = 'You already ordered this image: 100 % of the area, ordered 2026-11-29, order o1';
  expect(linesOf({ ordered, again })).toEqual([again]);
});

it('says that a priced selection cannot be ordered', () => {
  expect(noteOf({ body: report, notOrderable: 'KO' })).toBe(
    "Analytic report: 12 credits, priced 2026-11-29 10:42 UTC · can't be ordered, and the service gives no reason",
  );
});

it('takes no price of other images or of another area', () => {
  const other = polygon(box(5, 43, 6, 45));
  for (const body of [
    { ...report, imageIds: ['a'] },
    { ...report, imageIds: ['a', 'b', 'c'] },
    { ...report, aoi: other },
    {
      kind: 'order.data.product',
      products: [
        { id: 'a', aoi: area },
        { id: 'b', aoi: other },
      ],
    },
  ])
    expect(noteOf({ body })).toBe('No price yet');
});
