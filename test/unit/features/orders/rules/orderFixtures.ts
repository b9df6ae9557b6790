import { box, polygon } from '../../../geo/polygons.ts';
import type { Analytic } from '../../../../../src/service/rules/analyticOrder.ts';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import type { OrderContext } from '../../../../../src/features/orders/rules/checkOrder.ts';
import { bareImage } from '../../../fixtures.ts';
import { aoi, product } from './products.ts';

export { aoi, product };

export const cars: Analytic = {
  code: 'analytic.acme.cars-detection',
  name: 'Cars detection',
  type: 'objects',
  sensor: ['PHR'],
  description: 'Finds and counts cars.',
};
export const changes: Analytic = {
  code: 'analytic.acme.change-detection',
  name: 'Change detection',
  type: 'changes',
  sensor: ['PHR', 'SPOT'],
  description: undefined,
};
export const shoreline: Analytic = {
  code: 'analytic.acme.shoreline-changes',
  name: 'Shoreline changes',
  type: 'changes',
  sensor: ['SPOT'],
  description: undefined,
};

const image = (id: string, constellation: string, rest: Partial<Image> = {}) =>
  bareImage({
    id,
    constellation,
    processingLevel: 'SENSOR',
    productType: 'mono',
    acquisitionDate: '2026-03-14T10:42:07Z',
    cloudCover: 5,
    ...rest,
  });

/** One for each kind of image problem. */
export const images = {
  phr: image('phr', 'PHR', { incidenceAngle: 12.34, platform: 'PHR1A', resolution: 0.5 }),
  phr2: image('phr2', 'PHR', { acquisitionDate: '2025-06-01T10:00:00Z' }),
  spot: image('spot', 'SPOT'),
  spot2: image('spot2', 'SPOT'),
  pneo: image('pneo', 'PNEO'),
  next: image('next', 'NEXT'),
  bare: bareImage({ id: 'bare' }),
  album: image('album', 'PHR', {
    processingLevel: 'ALBUM',
    properties: { acquisitionIdentifier: 'acquisition-1' },
  }),
  otherAlbum: image('other-album', 'PHR', {
    processingLevel: 'ALBUM',
    properties: { acquisitionIdentifier: 'acquisition-1' },
  }),
  duplicate: image('duplicate', 'PHR', { properties: { acquisitionIdentifier: 'acquisition-1' } }),
  stereo: image('stereo', 'PHR', { productType: 'tristereo' }),
  part: image('part', 'PHR', { footprint: polygon(box(5.34, 43, 5.5, 44)) }),
  elsewhere: image('elsewhere', 'PHR', { footprint: polygon(box(8, 43, 9, 44)) }),
};

export const imageById = (id: string): Image | undefined =>
  Object.values(images).find(image => image.id === id);

export const report = {
  kind: 'order.analytics-toolbox.archive',
  title: 'Harbour',
  analytic: cars.code,
  resolution: 0.5,
  imageIds: ['phr'],
  aoi,
};
export const pair = { ...report, analytic: changes.code, imageIds: ['phr', 'phr2'] };
export const products = { kind: 'order.data.product', products: [{ ...product, id: 'phr' }] };
export const withProduct = (rest: object) => ({
  ...products,
  products: [{ ...products.products[0], ...rest }],
});
export const without = (body: object, ...members: string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !members.includes(name)));

/** A context with everything known. */
export const context: OrderContext = {
  imageById,
  kindsPaidFor: ['order.data.product', 'order.analytics-toolbox.archive'],
  analytics: [cars, changes, shoreline],
  images: Object.values(images),
  chosen: [],
  area: { name: 'Quay', polygon: polygon(box(5.31, 43.28, 5.36, 43.31)) },
};
