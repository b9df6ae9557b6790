import type { Section } from './section.ts';

const getV2 = 'GET /api/v2/opensearch';
const postV2 = 'POST /api/v2/opensearch';

/** The search: its addresses, its parameters, and what holds without them. */
export const search = [
  {
    place: 'Endpoints, Search',
    client: 'search',
    route: getV2,
    rows: {
      'search.get': 'By `GET`',
      'search.post': { row: 'By `POST`', client: 'search', route: postV2 },
      'search.v1': {
        row: 'The same at `/api/v1/opensearch`',
        client: 'search',
        route: ['GET /api/v1/opensearch', 'POST /api/v1/opensearch'],
      },
      'search.features': 'The result is a GeoJSON feature collection',
      'search.scope': 'Without a workspace: the public scope and the private workspace',
      'search.defaultSort': { row: 'Default order: newest first, then least cloudy', route: getV2 },
      'search.allLevels': 'Without a processing level: the full catalogue and the Living Library',
    },
  },
  {
    place: 'Endpoints, Search, query parameters',
    client: 'search',
    route: getV2,
    rows: {
      'search.workspaceid': '`workspaceid`: a private workspace',
      'search.public': '`workspace=public`: 0.5 m and 1.5 m',
      'search.publicPneo': '`workspace=public-pneo`: 0.3 m',
      'search.sensor': '`processingLevel=SENSOR`',
      'search.album': '`processingLevel=ALBUM`',
      'search.productType': '`productType=mono`: no stereo, no tri-stereo',
      'search.circle': '`lat`, `lon`, `radius`: a circle, in degrees and meters',
      'search.bbox': '`bbox`: west, south, east, north',
      'search.relation': '`relation=intersects`',
      'search.geometry': '`geometry`: a polygon as WKT',
      'search.pneo': '`constellation=PNEO`',
      'search.spot': '`constellation=SPOT`',
      'search.phr': '`constellation=PHR`',
      'search.acquisitionDate': '`acquisitionDate`: an interval, UTC with milliseconds',
      'search.cloudCover': '`cloudCover`: an interval in percent',
      'search.sortBy': '`sortBy`: a field, ascending',
      'search.sortByReversed': '`sortBy` with `-`: descending',
      'search.itemsPerPage': '`itemsPerPage`',
      'search.startPage': '`startPage`',
    },
  },
] as const satisfies Section[];
