import type { Section } from './section.ts';

const prices = 'POST /api/v1/prices';
const orders = 'POST /api/v1/orders';
const order = 'GET /api/v1/orders/{orderId}';
const download = 'GET /api/v1/items/{item_id}/download';

const priced = { client: 'price', route: prices } as const;

/** Orders: what they are, what is sent for them, and the rules of what is sent. */
export const ordering = [
  {
    place: 'Resources and their fields, Order',
    client: ['orderSlot', 'order'],
    route: [orders, order],
    rows: {
      'order.id': '`id`',
      'order.status': '`status`',
      'order.self': { row: '`_links.self.href`: its most recent state', route: order },
      'order.deliveries': '`deliveries[]`',
      'order.download': '`_links.download.href` of a delivery, once delivered',
      'order.payload': { row: '`payload`: what was sent', ...priced },
      'order.price': '`price`: credits that it costs',
    },
  },
  {
    place: 'Resources and their fields, Order, kinds',
    client: 'orderSlot',
    route: orders,
    rows: {
      'kind.km2': '`order.data.product`, by km²: 0.3 m, 0.5 m and 1.5 m',
      'kind.tiles': '`order.data.product`, by tiles: 0.5 m and 1.5 m',
      'kind.gb': '`order.data.gb.product`, by GB: 0.5 m and 1.5 m',
      'kind.analytic': '`order.analytics-toolbox.archive`: a report',
      'kind.pneo': '0.3 m with a km² subscription only',
    },
  },
  {
    place: 'Endpoints, Pricing and ordering',
    rows: {
      'post.prices': { row: 'A price: `payload`, `deliveries`, `price`', ...priced },
      'post.orders': { row: 'An order: `id`, and status `ordered`', client: 'orderSlot', route: orders },
      'post.same': {
        row: 'Priced with the very parameters of the order',
        client: ['price', 'orderSlot'],
        route: [prices, orders],
      },
    },
  },
  {
    place: 'Endpoints, Pricing and ordering, Analytic order body',
    ...priced,
    rows: {
      'analyticBody.kind': '`kind`',
      'analyticBody.aoi': '`aoi`: a GeoJSON polygon, closed',
      'analyticBody.analytic': '`analytic`: a code',
      'analyticBody.resolution': '`resolution`: one that the sensor of the analytic supports',
      'analyticBody.imageIds': '`imageIds`: fully supported at level `SENSOR`',
      'analyticBody.title': { row: '`title`: names the report', client: 'orderSlot', route: orders },
      'report.download': {
        row: 'The report: GeoJSON, from the download host',
        client: 'download',
        route: download,
      },
    },
  },
  {
    place: 'Endpoints, Pricing and ordering, Product order body',
    ...priced,
    rows: {
      'productBody.kind': {
        row: '`kind`: matches a subscription of the caller',
        client: 'orderSlot',
        route: orders,
      },
      'productBody.products': '`products`: one or more',
      'productBody.id': '`id`: of an image',
      'productBody.productType': '`productType`',
      'productBody.radiometricProcessing': '`radiometricProcessing`',
      'productBody.jp2': '`imageFormat` `image/jp2`',
      'productBody.geotiff': '`imageFormat` `image/geotiff`',
      'productBody.crsCode': '`crsCode`: `urn:ogc:def:crs:EPSG::<code>`',
      'productBody.aoi': '`aoi`: a GeoJSON polygon of 0.1 km² or more',
      'productBody.list': {
        row: 'Several products in one order',
        client: 'orderSlot',
        route: orders,
      },
    },
  },
  {
    place: 'Endpoints, Pricing and ordering, Product types',
    ...priced,
    rows: {
      'product.bundle': '`bundle`: 0.5 m and 1.5 m',
      'product.pansharpened': '`pansharpened`: 0.5 m and 1.5 m',
      'product.panchromatic': '`panchromatic`: 0.5 m and 1.5 m',
      'product.multiSpectral': '`multiSpectral`: 0.5 m and 1.5 m',
      'product.bundle-fs': '`bundle-fs`: 0.3 m',
      'product.pansharpened-fs': '`pansharpened-fs`: 0.3 m',
    },
  },
  {
    place: 'Endpoints, Pricing and ordering, Projections',
    ...priced,
    rows: {
      'projection.4326': 'EPSG:4326',
      'projection.north': 'EPSG:32601 to 32660, zones of the north',
      'projection.south': 'EPSG:32701 to 32760, zones of the south',
    },
  },
  {
    place: 'Endpoints, Pricing and ordering, Radiometric processing',
    ...priced,
    rows: {
      'radiometry.BASIC16': '`BASIC16`: 0.5 m and 1.5 m',
      'radiometry.REFLECTANCE': '`REFLECTANCE`: all',
      'radiometry.DISPLAY': '`DISPLAY`: all',
    },
  },
] as const satisfies Section[];
