import { expect, it } from 'vitest';
import { itemAt } from '../../../../../src/base/itemAt.ts';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import { readImage } from '../../../../../src/service/wire/catalog.ts';
import { packImage } from '../../../../../src/features/images/rules/packedImage.ts';

/** As the service sends it. @param properties further ones, as JSON */
function imageOf(id: string, properties = '{}'): Image {
  const href = `https://service.example/items/${encodeURIComponent(id)}`;
  const image = readImage({
    type: 'Feature',
    geometry: { ...polygon(box(4, 51, 4.1, 51.1)), bbox: [4, 51, 4.1, 51.1] },
    properties: {
      constellation: 'PHR',
      cloudCover: 4.2,
      ...(JSON.parse(properties) as object),
      acquisitionDate: '2026-03-01T10:00:00Z',
      id,
    },
    _links: { self: { href }, quicklook: [{ href: `${href}/quicklook?of=${id}`, type: 'http' }] },
    rights: { browse: {}, wmts: {} },
  });
  if (!image) throw new Error('It is no image.');
  return image;
}

const images = [
  imageOf('a-1'),
  imageOf('a-2', '{ "sensor": "SPOT", "tags": ["a", null, { "b": 1e21 }], "": false, "acquisitionDate": 1 }'),
  imageOf('a"\\b', '{ "__proto__": 1, "cloudCover": "4.2", "links": null, "=note": "\\n\\ud800" }'),
  imageOf('\n'),
];

it('is the same image, member by member, in any copy', () => {
  const packed = images.map(packImage);
  expect(packed).toEqual(images);
  expect(packed.map(image => ({ ...image }))).toEqual(images);
  expect(packed.map(image => structuredClone(image))).toEqual(images);
  for (const [index, { properties }] of packed.entries())
    expect(Object.keys(properties)).toEqual(Object.keys(itemAt(images, index).properties));
});

it('has an image that is packed already as it is', () => {
  const [packed] = images.map(packImage);
  expect(packed && packImage(packed)).toBe(packed);
});

it('shares what images have in common', () => {
  const [image, other] = [imageOf('a-3'), imageOf('a-4')].map(packImage);
  expect(image?.rights).toBe(other?.rights);
});
