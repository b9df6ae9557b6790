import { expect } from 'vitest';
import { mayDo } from '../../../src/service/rules/imagery.ts';
import { relatedLinks } from '../../../src/service/rules/links.ts';
import { type Check, clientOf, origin, testForms } from './forms.ts';

const feature = {
  type: 'Feature',
  _links: { quicklook: { href: `${origin}/q` }, wmts: { href: `${origin}/w` } },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  },
  rights: { browse: {}, wmts: {} },
  properties: {
    id: 'i-1',
    parentIdentifier: 'DS_1',
    acquisitionDate: '2025-01-02T03:04:05.678Z',
    cloudCover: 12,
    snowCover: 3,
    constellation: 'PHR',
    platform: 'PHR1A',
    incidenceAngle: 11.5,
    resolution: 0.5,
    processingLevel: 'SENSOR',
  },
};
const findImage = async (sent: unknown) => {
  const { images } = await clientOf({
    '/api/v2/opensearch': { type: 'FeatureCollection', features: [sent] },
  }).search({}, 1, 50);
  return images[0] ?? expect.fail('There is no image.');
};

const linkForms: [string, unknown][] = [
  ['objects', { quicklook: { href: `${origin}/q` }, wmts: { href: `${origin}/w` } }],
  ['texts', { quicklook: `${origin}/q`, wmts: `${origin}/w` }],
  ['lists', { quicklook: [{ href: `${origin}/q` }], wmts: [{ href: `${origin}/w` }] }],
  [
    'a list with rel',
    [
      { rel: 'quicklook', href: `${origin}/q` },
      { rel: 'wmts', href: `${origin}/w` },
    ],
  ],
];

const rightForms: [string, unknown][] = [
  ['keys', { browse: {}, wmts: {} }],
  ['a list', ['browse', 'wmts']],
  ['flags', { browse: true, wmts: true, download: false }],
  ['text', 'browse,wmts'],
];

testForms('an image', [
  ...linkForms.map(([form, _links]): Check => [
    'image.links',
    form,
    async () => {
      const { links } = await findImage({ ...feature, _links });
      expect([relatedLinks(links, 'quicklook')[0]?.href, relatedLinks(links, 'wmts')[0]?.href]).toEqual([
        `${origin}/q`,
        `${origin}/w`,
      ]);
    },
  ]),
  ...rightForms.map(([form, rights]): Check => [
    'image.rights',
    form,
    async () => {
      const image = await findImage({ ...feature, rights });
      expect([mayDo(image, 'browse'), mayDo(image, 'wmts'), mayDo(image, 'download')]).toEqual([
        true,
        true,
        false,
      ]);
    },
  ]),
  ...(['cloudCover', 'snowCover', 'incidenceAngle', 'resolution'] as const).flatMap(field =>
    (
      [
        ['text', String(feature.properties[field])],
        ['an object', { value: feature.properties[field] }],
      ] as const
    ).map(([form, sent]): Check => [
      `image.${field}`,
      form,
      async () =>
        expect(
          (await findImage({ ...feature, properties: { ...feature.properties, [field]: sent } }))[field],
        ).toBe(feature.properties[field]),
    ]),
  ),
  ...(
    [
      ['a number', 17, '17'],
      ['on the feature', undefined, 'i-1'],
    ] as const
  ).map(([form, sent, expected]): Check => [
    'image.id',
    form,
    async () =>
      expect(
        (await findImage({ ...feature, id: 'i-1', properties: { ...feature.properties, id: sent } })).id,
      ).toBe(expected),
  ]),
  ...(
    [
      ['no fraction', '2025-01-02T03:04:05Z'],
      ['nine digits', '2025-01-02T03:04:05.678000000Z'],
      ['no zone', '2025-01-02T03:04:05.678'],
      ['a day', '2025-01-02'],
      ['milliseconds since 1970', Date.UTC(2025, 0, 2, 3, 4, 5)],
    ] as const
  ).map(([form, sent]): Check => [
    'image.acquisitionDate',
    form,
    async () =>
      expect(
        (await findImage({ ...feature, properties: { ...feature.properties, acquisitionDate: sent } }))
          .acquisitionDate,
      ).toMatch(/^2025-01-02/),
  ]),
]);
