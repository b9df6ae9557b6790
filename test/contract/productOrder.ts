import type { Polygon } from 'geojson';
import { imagesOfQuay } from './ordersOfQuay.ts';
import { quay } from './places.ts';
import type { ReadingClient } from './service.ts';
import type { Lacking } from './testService.ts';

/** One product, as the request spells it. */
export interface Product {
  id: string;
  productType: string;
  radiometricProcessing: string;
  imageFormat: string;
  crsCode: string;
  aoi: Polygon;
}

/** A product of the newest image of the quay, in a form that every constellation has. */
export async function productOf(
  client: ReadingClient,
  constellation: 'PHR' | 'SPOT' | 'PNEO',
  lacking: Lacking,
): Promise<Product> {
  const [image] = await imagesOfQuay(client, constellation, 1, lacking);
  return {
    id: image?.id ?? '',
    productType: constellation === 'PNEO' ? 'bundle-fs' : 'bundle',
    radiometricProcessing: 'REFLECTANCE',
    imageFormat: 'image/geotiff',
    crsCode: 'urn:ogc:def:crs:EPSG::32631',
    aoi: quay,
  };
}

export const orderOf = (...products: Product[]) => ({ kind: 'order.data.product', products });

export const orderByVolume = (...products: Product[]) => ({ kind: 'order.data.gb.product', products });
