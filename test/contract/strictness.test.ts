import type { Polygon, Position } from 'geojson';
import { expect } from 'vitest';
import { itemAt } from '../../src/base/itemAt.ts';
import { checkAnalyticOrder } from '../../src/features/orders/rules/checkAnalyticOrder.ts';
import { checkProduct } from '../../src/features/orders/rules/productOrder.ts';
import { carsOrder } from './ordersOfQuay.ts';
import { harbour, harbourBox, quay } from './places.ts';
import { orderOf, productOf } from './productOrder.ts';
import type { RowId } from './specification.ts';
import { testService } from './testService.ts';

const day = '2025-01-31T00:00:00.000Z';
const triangle = 'POLYGON((5 43,6 43,6 44,5 43))';
const twoDays = `[2025-01-29T00:00:00.000Z,${day}]`;

/** What the specification does not allow, with the row that says so. Deployed services are said to take most of it. */
const searches: readonly [what: string, row: RowId, query: Record<string, string>, everywhere?: true][] = [
  ['a longitude of 270', 'search.circle', { lat: '43', lon: '270', radius: '500' }],
  ['a box beyond 180°', 'search.bbox', { bbox: '179,-1,181,1' }],
  ['a polygon beyond 180°', 'search.geometry', { geometry: 'POLYGON((179 0,181 0,181 1,179 0))' }],
  ['altitudes', 'search.geometry', { geometry: 'POLYGON Z((5 43 9,6 43 9,6 44 9,5 43 9))' }],
  ['a relation without a geometry', 'search.relation', { relation: 'intersects', constellation: 'PNEO' }],
  ['a blank in a range', 'search.cloudCover', { cloudCover: '[0, 30]' }],
  ['a range without an end', 'search.cloudCover', { cloudCover: '[5,]' }],
  ['a range of half a bracket', 'search.cloudCover', { cloudCover: '20]' }],
  ['cloud cover beyond 0 to 100', 'search.cloudCover', { cloudCover: '[-5,150]' }],
  ['a day alone', 'search.acquisitionDate', { acquisitionDate: `[2025-01-01,${day}]` }],
  [
    'a time without milliseconds',
    'search.acquisitionDate',
    { acquisitionDate: `[2025-01-01T00:00:00Z,${day}]` },
  ],
  [
    'a time without a zone',
    'search.acquisitionDate',
    { acquisitionDate: `[2025-01-01T00:00:00.000,${day}]` },
  ],
  ['31 February', 'search.acquisitionDate', { acquisitionDate: `[2024-02-31T00:00:00.000Z,${day}]` }],
  ['an unknown parameter', 'search.get', { id: 'x' }],
  ['a misspelt parameter', 'search.get', { itemPerPage: '10' }],
  ['an empty value', 'search.productType', { productType: '' }],
  ['an unknown product type', 'search.productType', { productType: 'monoo' }],
  ['a platform', 'search.get', { platform: 'PHR1A' }],
  ['another relation', 'search.relation', { geometry: triangle, relation: 'contains' }],
  ['two areas', 'search.geometry', { geometry: 'MULTIPOLYGON(((5 43,6 43,6 44,5 43)))' }],
  ['a box across the antimeridian', 'search.bbox', { bbox: '170,-1,-170,1' }],
  ['two fields to sort by', 'search.sortBy', { sortBy: '-acquisitionDate,cloudCover' }],
  ['a field that is not in the table', 'search.sortBy', { sortBy: 'publicationDate' }],
  ['a list of constellations', 'search.sensor', { constellation: 'PHR,SPOT' }],
  ['two product types', 'search.productType', { productType: 'bundle,mono' }],
  ['an unknown workspace', 'search.public', { workspace: 'publik' }, true],
  ['an unknown constellation', 'search.sensor', { constellation: 'phr' }, true],
];

const lists: readonly [what: string, row: RowId, path: string][] = [
  ['an unknown status of orders', 'get.orders.status', '/api/v1/orders?status=shipped'],
  ['an unknown kind of orders', 'get.orders.kind', '/api/v1/orders?kind=order.data'],
  ['an unknown parameter of orders', 'get.orders', '/api/v1/orders?state=ordered'],
  ['an empty status', 'get.orders.status', '/api/v1/orders?status='],
  ['an unknown service', 'get.consumption', '/api/v1/subscriptions?service=date'],
  ['an unknown parameter of the consumption', 'get.consumption', '/api/v1/subscriptions?service=data&kind=x'],
  ['a misspelt parameter of a list', 'endpoints.itemsPerPage', '/api/v1/analytics?itemsperpage=3'],
];

testService('What the specification does not allow', {}, ({ statement }) => {
  const verdict = (dialect: string) => (dialect === 'specification' ? 400 : 200);

  statement(
    [...new Set(searches.map(([, row]) => row)), 'search.post'],
    'a search that the specification does not allow is refused, by GET and by POST',
    async ({ client, dialect, raw }) => {
      await client.search({ aoi: harbour }, 1, 1);
      const refused: [string, number, number][] = [];
      for (const [what, , query] of searches) {
        // Little to look at where it is taken.
        const isOfPlace = ['lat', 'bbox', 'geometry', 'relation'].some(name => name in query);
        const place: Record<string, string> = isOfPlace ? {} : { bbox: harbourBox.join(',') };
        const parameters = { itemsPerPage: '1', acquisitionDate: twoDays, ...place, ...query };
        const get = await raw('GET', `/api/v2/opensearch?${new URLSearchParams(parameters)}`);
        const post = await raw('POST', '/api/v2/opensearch', { json: parameters });
        refused.push([what, get.status, post.status]);
      }
      expect(refused).toEqual(
        searches.map(([what, , , everywhere]) => {
          const status = everywhere ? 400 : verdict(dialect);
          return [what, status, status];
        }),
      );
    },
  );

  statement(
    [...new Set(lists.map(([, row]) => row)), 'get.subscriptions.type'],
    'a list is refused by a filter that is unknown, empty or misspelt',
    async ({ client, dialect, raw }) => {
      const { id } = (await client.profile()).contract;
      const all = [
        ...lists,
        ['an unknown type', '', `/api/v1/contracts/${id}/subscriptions?type=chnage`] as const,
      ];
      const answered: [string, number][] = [];
      for (const [what, , path] of all) answered.push([what, (await raw('GET', path)).status]);
      expect(answered).toEqual(all.map(([what]) => [what, verdict(dialect)]));
      expect((await client.subscriptions(id, { type: 'change-detection' })).length).toBeGreaterThan(0);
      expect(await client.orders({ status: 'delivered', kind: 'order.data.product' })).toEqual([]);
    },
  );

  statement(
    ['productBody.products', 'post.prices'],
    'a product has the members of the table and no others',
    async ({ client, dialect, raw }, lacking) => {
      const product = await productOf(client, 'PHR', lacking);
      await client.price(orderOf(product));
      const more = { ...product, bands: 'rgb' };
      expect((await raw('POST', '/api/v1/prices', { json: orderOf(more) })).status).toBe(verdict(dialect));
    },
  );

  statement(
    ['post.prices'],
    'an order, its AOI and a key have the members of their tables and no others',
    async ({ client, dialect, raw }, lacking) => {
      const report = await carsOrder(client, lacking);
      await client.price(report);
      const products = orderOf(await productOf(client, 'PHR', lacking));
      const boxed = { ...report, aoi: { ...quay, bbox: [5.3, 43.27, 5.37, 43.32] } };
      const unknown = [{ customerRef: 'mine' }, { tags: ['a'] }, { bands: 'rgb' }];
      const bodies = [
        boxed,
        { ...products, title: 'T' },
        ...unknown.flatMap(more => [
          { ...report, ...more },
          { ...products, ...more },
        ]),
      ];
      const statuses: number[] = [];
      for (const json of bodies) statuses.push((await raw('POST', '/api/v1/prices', { json })).status);
      expect(statuses).toEqual(bodies.map(() => verdict(dialect)));
      const key = { description: 'x', days: 3 };
      const made = await raw('POST', '/api/v1/apikeys', { json: key, token: 'AAA' });
      expect(made.status).toBe(verdict(dialect));
    },
  );

  statement(
    ['analyticBody.aoi', 'productBody.aoi', 'post.prices'],
    'the AOI of a report and of a product is held to the same: a repeated vertex warns, an altitude is refused',
    async ({ client, dialect, raw }, lacking) => {
      const ring = itemAt(quay.coordinates, 0);
      const ofRing = (positions: Position[]): Polygon => ({ type: 'Polygon', coordinates: [positions] });
      const report = await carsOrder(client, lacking);
      const product = await productOf(client, 'PHR', lacking);
      const bodies = (aoi: Polygon) => [{ ...report, aoi }, orderOf({ ...product, aoi })];
      const found = (aoi: Polygon) =>
        [
          checkAnalyticOrder({ ...report, aoi }),
          checkProduct({ ...product, aoi }, 'order.data.product', undefined),
        ].map(problems => problems.map(({ code, severity }) => `${code} ${severity}`));
      const repeated = ofRing([...ring.slice(0, 1), ...ring]);
      expect(found(repeated)).toEqual([['ring-duplicates warning'], ['ring-duplicates warning']]);
      for (const body of bodies(repeated)) await client.price(body);
      const high = ofRing(ring.map(([x, y]) => [x, y, 12]));
      expect(found(high)).toEqual([['position-altitude error'], ['position-altitude error']]);
      for (const json of bodies(high))
        expect((await raw('POST', '/api/v1/prices', { json })).status).toBe(verdict(dialect));
    },
  );

  statement(
    ['search.get', 'search.post', 'search.bbox', 'search.circle', 'search.sortBy'],
    'all that the client asks for is allowed',
    async ({ client, warnings }) => {
      const [west, south, east, north] = harbourBox;
      const common = {
        acquiredFrom: '2024-01-01',
        minCloudCover: 0.5,
        constellation: 'PHR',
        processingLevel: 'SENSOR',
        productType: 'bundle,mono',
        workspace: 'public',
        sortBy: '-cloudCover,acquisitionDate',
      } as const;
      await client.search({ ...common, aoi: harbour, relation: 'intersects' }, 1, 500);
      await client.search({ ...common, bounds: [170, south, -170, north] }, 2, 10);
      await client.search({ ...common, circle: { longitude: west, latitude: north, radius: 300.5 } }, 1, 1);
      const { workspaceId } = (await client.profile()).contract;
      await client.search({ bounds: [west, south, east, north], workspaceId: workspaceId ?? '' }, 1, 50);
      expect(warnings).toEqual([]);
    },
  );
});
