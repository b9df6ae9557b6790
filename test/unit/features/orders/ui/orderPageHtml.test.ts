import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Order } from '../../../../../src/service/rules/order.ts';
import { placedContents } from '../../../../../src/features/orders/rules/placedContents.ts';
import { previousReport } from '../../../../../src/features/orders/ui/page/orderPage.ts';
import {
  type OrderPageContents,
  orderPageHtml,
} from '../../../../../src/features/orders/ui/page/orderPageHtml.ts';
import { profile } from '../../../fakes.ts';
import { bareDelivery, bareImage, bareOrder } from '../../../fixtures.ts';

const area = polygon(box(5.33, 43.29, 5.345, 43.3));
const reported = (rest: Partial<Order> = {}, aoi: Polygon = area) =>
  bareOrder({
    kind: 'order.analytics-toolbox.archive',
    title: 'Quay cars',
    status: 'delivered',
    createdAt: '2026-03-20T09:00:00Z',
    payload: { analytic: 'cars', resolution: 0.5, imageIds: ['img'], aoi },
    deliveries: [
      bareDelivery({ status: 'delivered', deliveredAt: '2026-03-20T09:10:00Z', download: 'https://x' }),
    ],
    ...rest,
  });

function pageOf(order: Order, rest: Partial<OrderPageContents> = {}): string {
  return orderPageHtml({
    order,
    contents: placedContents(order),
    imageById: id => bareImage({ id, acquisitionDate: '2026-03-18', constellation: 'PHR' }),
    analytics: [{ code: 'cars', name: 'Car detection' }],
    payments: [],
    hasPrevious: false,
    isUnlisted: false,
    isLate: false,
    downloaded: new Set(),
    now: Date.parse('2026-03-20T12:00:00Z'),
    ...rest,
  }).text;
}

/** The text of a page, on one line. */
const textOf = (page: string) =>
  page
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ')
    .trim();
const actionsOf = (page: string) => [...page.matchAll(/data-action="(\w+)"/g)].map(([, action]) => action);

describe('the page of an order', () => {
  it('names image, area, analytic, price, payment and what happened, and offers the file', () => {
    const fields = {
      tags: ['x', 'y'],
      flags: ['a', 'b'],
      status: 'delivered',
      payment: { contractId: 'c7' },
    };
    const price = { value: 12, unit: 'credits' };
    const page = pageOf(reported({ price, estimatedAmount: price, fields }), {
      downloaded: new Set(['o1/0']),
      hasPrevious: true,
      payments: [
        {
          id: 'p1',
          type: 'payment',
          creditAmount: { value: 12, unit: 'credits' },
          description: 'order.analytics-toolbox.archive',
          createdAt: '2026-03-20T09:00:01Z',
          orderId: 'o1',
          subscriptionId: undefined,
          fields: {},
        },
      ],
    });
    expect(textOf(page)).toMatch(
      /^Quay cars delivered 3 h ago .*Area of interest Image footprint .*Analytic Car detection Area 1\.35 km² at 43\.295° N, 5\.338° E Image 2026-03-18 · PHR · img Resolution 0\.5 m Tags x, y Price 12 credits \(8\.87 credits per km²\) Payment −12 credits · 2026-03-20 .* Contract c7 /,
    );
    expect(textOf(page)).toMatch(/Timeline .*Placed .*Payment · −12 credits .*Delivery 1 · delivered/);
    expect(textOf(page)).toContain('Other fields from the service flags a, b payment.contractId c7 Copy ID');
    expect(actionsOf(page)).toEqual([
      ...['openReport', 'reorder', 'compare'],
      ...['openReport', 'download', 'reveal'],
      ...['copyId', 'showRaw'],
    ]);
    expect(page).toContain('aria-label="Download, Delivery 1"');
    expect(page).toMatch(/class="area" d="M[\d.L ]+Z"/);
  });

  it("shows the delivery's own reason for a failure", () => {
    const deliveries = [bareDelivery({ status: 'error', errorCode: 'E1', message: 'Too cloudy' })];
    const page = pageOf(reported({ status: 'error', deliveries }));
    expect(textOf(page)).toContain('The service reported: "Too cloudy"');
    expect(page).toContain('<span class="status failed">failed</span>');
    expect(textOf(page)).toContain('Status at the service error');
    expect(actionsOf(page)).toEqual(['reorder', 'copyForSupport', 'copyId', 'showRaw']);
  });

  it('shows what came back of a failed order as no error', () => {
    const amounts = [{ value: 88, unit: 'credits' }];
    const money = { kind: 'returned', returned: amounts, of: amounts } as const;
    const failed = reported({ status: 'error', message: 'Too cloudy' });
    const noteOf = (isAll: boolean) =>
      [...pageOf(failed, { money: { ...money, isAll } }).matchAll(/<p class="note ?(\w*)">/g)].map(
        ([, kind]) => kind,
      );
    expect([noteOf(true), noteOf(false)]).toEqual([
      ['failed', 'fine'],
      ['failed', ''],
    ]);
  });

  it('lists each product of an order with what can be done with it', () => {
    const products = [
      { id: 'img', productType: 'bundle', aoi: area },
      { id: 'img', productType: 'pansharpened', aoi: area },
    ];
    const order = bareOrder({
      kind: 'order.data.product',
      payload: { products },
      price: { value: 24, unit: 'credits' },
      deliveries: [
        bareDelivery({ status: 'delivered', download: 'https://x', datas: { productType: 'bundle' } }),
        bareDelivery({ status: 'ordered' }),
      ],
    });
    const page = pageOf(order, { analytics: undefined, downloaded: new Set(['o1', 'o1/0']) });
    expect(textOf(page)).toContain('Product bundle, pansharpened Area 2 × 1.35 km² at 43.295° N, 5.338° E');
    expect(textOf(page)).toContain('Price 24 credits (8.87 credits per km²)');
    expect(textOf(page)).toContain(
      'Delivery 1: bundle · delivered Download Reveal File Delivery 2 · ordered',
    );
    expect(actionsOf(page)).toEqual(['reorder', 'download', 'reveal', 'copyId', 'showRaw']);
    const elsewhere = pageOf(order, { downloaded: new Set(['o1', 'o1/1']) });
    expect(actionsOf(elsewhere)).toEqual(['reorder', 'download', 'copyId', 'showRaw']);
  });

  it('says who paid by name, of a delivered order no risk, and no rate where an image covers a part of the area', () => {
    const price = { value: 12, unit: 'credits' };
    const image = bareImage({
      id: 'img',
      acquisitionDate: '2026-03-18',
      productType: 'stereo',
      footprint: polygon(box(5.33, 43.29, 5.34, 43.3)),
    });
    const text = textOf(
      pageOf(reported({ price, contractId: 'c7' }), {
        imageById: () => image,
        contract: { ...profile().contract, id: 'c7', companyName: 'Harbour Ltd', name: 'harbour' },
      }),
    );
    expect(text).toContain('Image 2026-03-18 · stereo · img');
    expect(text).toContain('Price 12 credits Contract Harbour Ltd · c7');
    expect(textOf(pageOf(reported({ status: 'ordered' }), { imageById: () => image }))).toContain(
      'stereo: never delivered',
    );
  });

  it('works if the service reports only id and status', () => {
    expect(textOf(pageOf(bareOrder(), { analytics: undefined }))).toBe(
      'o1 ordered Order Again… Order ID o1 Timeline Placed Status: ordered Copy ID Show Raw JSON',
    );
  });

  it('shows what the service says as text, never as markup', () => {
    const hostile = '"><img src=x onerror=alert(1)><script>1</script>\u202e';
    const page = pageOf(
      reported({
        title: hostile,
        status: hostile,
        customerRef: hostile,
        message: hostile,
        fields: { [hostile]: hostile },
        payload: { analytic: hostile, imageIds: [hostile], products: [{ productType: hostile }] },
        deliveries: [bareDelivery({ status: hostile, message: hostile, datas: { productType: hostile } })],
      }),
      { analytics: [{ code: hostile, name: hostile }] },
    );
    expect(page).not.toMatch(/<(?:img|script)|\u202e/);
    const attributes = [...page.matchAll(/<[a-z]\w*([^>]*)>/g)].map(([, text = '']) =>
      text.replaceAll(/[\w-]+="[^"]*"/g, '').replaceAll(/[\s/]/g, ''),
    );
    expect(new Set(attributes)).toEqual(new Set(['']));
    expect(textOf(page)).toContain('onerror=alert(1)');
  });

  it('draws an area beside its footprint across ±180°', () => {
    const order = reported({}, polygon(box(179.98, -17, 179.99, -16.99)));
    const footprint = polygon(box(-180.05, -17.1, -179.95, -16.9));
    const page = pageOf(order, { imageById: id => bareImage({ id, footprint }) });
    const [, first = ''] = /class="footprint" d="M([\d.-]+)/.exec(page) ?? [];
    expect(Math.abs(Number(first))).toBeLessThan(1000);
  });
});

describe('the previous report', () => {
  const contentsOf = (order: Order) => placedContents(order);
  const earlier = (id: string, day: string, aoi = area, rest: Partial<Order> = {}) =>
    reported({ id, createdAt: `2026-03-${day}T09:00:00Z`, ...rest }, aoi);

  it('is the latest earlier one of the same analytic and place', () => {
    const shifted = polygon(box(5.332, 43.291, 5.347, 43.301));
    const all = [
      earlier('oldest', '01'),
      earlier('previous', '10', shifted),
      earlier('elsewhere', '12', polygon(box(6, 44, 6.01, 44.01))),
      earlier('failed', '13', area, { status: 'error' }),
      earlier('other', '14', area, { payload: { analytic: 'ships', imageIds: ['img'], aoi: area } }),
      reported({ id: 'this' }),
      earlier('later', '21'),
    ];
    const [, , , , , order] = all;
    expect(order && previousReport(order, all, contentsOf)?.id).toBe('previous');
  });

  it('is missing if the service reports no area', () => {
    const all = [earlier('earlier', '01', area, { payload: undefined }), reported({ payload: undefined })];
    expect(all[1] && previousReport(all[1], all, contentsOf)).toBeUndefined();
  });
});
