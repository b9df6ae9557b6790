import { describe, expect, it } from 'vitest';
import type { SearchCriteria } from '../../../src/model/images/searchQuery.ts';
import { createCatalog, type RememberedSearch, type AoiSource } from '../../../src/images/catalog.ts';
import { bareImage } from '../model/fixtures.ts';
import { box, polygon } from '../model/geometry/polygons.ts';
import { fakeClient, signedInSession } from '../fakes.ts';

const port: AoiSource = {
  uri: 'file:///port.geojson',
  path: [],
  name: 'port',
  polygon: polygon(box(5, 43, 6, 44)),
  areaKm2: 9000,
};
const bounds = [1, 2, 3, 4] as const;

async function bench(remembered?: RememberedSearch) {
  const asked: SearchCriteria[] = [];
  const client = fakeClient({
    search: criteria => {
      asked.push(criteria);
      return Promise.resolve({ images: ['a', 'b'].map(id => bareImage({ id })), total: 2, received: 2 });
    },
  });
  const session = await signedInSession(client);
  const catalog = createCatalog(session, { read: () => remembered, write: () => {} }, () => 50);
  return { catalog, asked, state: () => catalog.current.peek() };
}

describe('where a search looks', () => {
  it.each([{ bounds }, { circle: { longitude: 5, latitude: 43, radius: 10 } }])(
    'is the place of the filters, and the area stays in hand: %j',
    async filters => {
      const { catalog, asked, state } = await bench();
      await catalog.search({ aoi: port, filters });
      expect(asked).toEqual([filters]);
      expect(state().aoi).toBe(port);
      await catalog.search({ filters: {} });
      expect(asked[1]).toEqual({ aoi: port.polygon });
    },
  );

  it('can be everywhere, and no area is in hand then', async () => {
    const { catalog, asked, state } = await bench();
    await catalog.search({ aoi: port });
    await catalog.search({ aoi: 'none', filters: { workspaceId: 'w' } });
    expect(asked[1]).toEqual({ workspaceId: 'w' });
    expect(state().aoi).toBeUndefined();
  });
});

describe('a choice that was made for the user', () => {
  const suggestion = { title: 'Fewest', reasons: ['1 image covers all'] };

  it('says why, until the user chooses', async () => {
    const { catalog, state } = await bench();
    await catalog.search({ aoi: port });
    catalog.select(['a'], suggestion);
    expect(state()).toMatchObject({ selected: ['a'], suggestion });
    catalog.select(['a', 'b']);
    expect(state().suggestion).toBeUndefined();
  });
});
