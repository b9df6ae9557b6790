import type { Section } from './section.ts';

const search = 'GET /api/v2/opensearch';
const thumbnail = 'GET /api/v1/items/{item_id}/thumbnail';
const quicklook = 'GET /api/v1/items/{item_id}/quicklook';
const tiles = 'GET /api/v1/items/{item_id}/wmts/tiles/1.0.0/default/rgb/EPSG3857/{z}/{x}/{y}';

/** Images, and the analytics that run on them. */
export const imageryResources = [
  {
    place: 'What the service does, Living Library',
    client: 'search',
    route: search,
    rows: {
      'library.content': 'Daily acquisitions at 0.5 m since the end of 2017, a selection at 0.3 m',
      'library.criteria': 'Cloud cover under 30 % and incidence angle under 40°',
      'library.daily': 'New images every day',
    },
  },
  {
    place: 'Resources and their fields, Image',
    client: 'search',
    route: search,
    rows: {
      'image.links': {
        row: '`_links`: full-resolution imagery by OGC protocols, and quicklooks',
        client: ['search', 'picture'],
        route: [search, thumbnail, quicklook, tiles],
      },
      'image.geometry': '`geometry`: the footprint, a polygon in WGS 84',
      'image.rights': '`rights` of the caller',
      'image.id': '`id`',
      'image.parentIdentifier': '`parentIdentifier`: of the datastrip',
      'image.acquisitionDate': '`acquisitionDate`',
      'image.cloudCover': '`cloudCover`: 0 to 100',
      'image.snowCover': '`snowCover`: 0 to 100',
      'image.constellation': '`constellation`: `SPOT`, `PHR`, `PNEO`',
      'image.platform': '`platform`: `SPOT6`, `SPOT7`, `PHR1A`, `PHR1B`',
      'image.incidenceAngle': '`incidenceAngle`',
      'image.resolution': '`resolution`: 0.5 for PHR, 1.5 for SPOT',
      'image.sensor': '`processingLevel` `SENSOR`: meets the criteria of the Living Library',
      'image.album': '`processingLevel` `ALBUM`: does not meet them, and is not streamed',
    },
  },
  {
    place: 'Resources and their fields, Analytic',
    client: 'analytics',
    route: 'GET /api/v1/analytics',
    rows: {
      'analytic.code': '`code`',
      'analytic.sensor': '`sensor`',
      'analytic.objects': '`type` `objects`: runs on one image',
      'analytic.changes': '`type` `changes`: compares two images',
    },
  },
] as const satisfies Section[];
