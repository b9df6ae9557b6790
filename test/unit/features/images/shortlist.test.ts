import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../geo/polygons.ts';
import { createSession } from '../../../../src/session/session.ts';
import { createCatalog } from '../../../../src/features/images/imageCatalog.ts';
import { createShortlist, maxPins, type Pin } from '../../../../src/features/images/shortlist.ts';
import { readShortlist, shortlistText } from '../../../../src/features/images/shortlistText.ts';
import { clockAt, connection, fakeClient, otherConnection, storage } from '../../fakes.ts';
import { bareImage } from '../../fixtures.ts';

const footprint = polygon(box(5, 43, 6, 44));
const quicklook = { quicklook: [{ href: 'https://example.com/api/v1/items/a/quicklook' }] };
const imageOf = (id: string) =>
  bareImage({
    id,
    footprint,
    cloudCover: 12,
    acquisitionDate: `2026-03-0${id.length}T10:00:00Z`,
    links: quicklook,
  });

/** Finds `a` and `bb`; whatever is asked for by ID, it also describes `ccc`. */
async function setUp() {
  const requested: (readonly string[] | undefined)[] = [];
  const known = ['a', 'bb', 'ccc'];
  const client = fakeClient({
    search: ({ ids }) => {
      requested.push(ids);
      const images = known.filter(id => (ids ?? ['a', 'bb']).includes(id)).map(imageOf);
      return Promise.resolve({ images, total: images.length, received: images.length });
    },
  });
  const { keyStore, sessionMemory } = storage();
  const makeClient = () => Promise.resolve(client);
  const session = createSession({ keys: keyStore, memory: sessionMemory, makeClient });
  await session.signIn(connection, 'key');
  const catalog = createCatalog(
    session,
    { read: () => undefined, write: () => undefined },
    () => 50,
    clockAt(),
  );
  await catalog.search({ filters: { bounds: [5, 43, 6, 44] } });
  const kept = new Map<string, readonly Pin[]>();
  const memory = (name: string) => ({
    read: () => kept.get(name),
    write: (value: readonly Pin[] | undefined) => Promise.resolve(void kept.set(name, value ?? [])),
  });
  const errors: unknown[] = [];
  const create = () => createShortlist(session, catalog, memory, error => errors.push(error));
  return { session, catalog, kept, requested, errors, create, shortlist: create() };
}

const idsOf = (pins: readonly Pin[]) => pins.map(({ image }) => image.id);

describe('the shortlist', () => {
  it('belongs to a connection, survives a sign-out, and stores neither links nor rights', async () => {
    const { session, kept, shortlist } = await setUp();
    shortlist.toggle('a');
    shortlist.setNote('a', ' clear quay ');
    await session.signIn(otherConnection, 'key');
    expect(shortlist.pins.value).toEqual([]);
    await session.signIn(connection, 'key');
    expect(shortlist.pins.value).toMatchObject([{ image: { id: 'a', cloudCover: 12 }, note: 'clear quay' }]);
    expect(JSON.stringify([...kept])).not.toContain('example.com');
  });

  it('is shown instead of the search, with what the service says of images that no search found', async () => {
    const { catalog, requested, shortlist } = await setUp();
    shortlist.toggle('bb');
    shortlist.replace([...shortlist.pins.value, { image: bareImage({ id: 'ccc', footprint }) }]);
    await shortlist.show();
    expect(requested.at(-1)).toEqual(['ccc']);
    expect(catalog.visible.value.map(({ id, cloudCover, links }) => [id, cloudCover, links])).toEqual([
      ['bb', 12, quicklook],
      ['ccc', 12, quicklook],
    ]);
    catalog.select(['ccc', 'a']);
    expect(catalog.selectedImages.value.map(({ id }) => id)).toEqual(['ccc']);
    shortlist.hide();
    expect(catalog.visible.value.map(({ id }) => id)).toEqual(['a', 'bb']);
    expect(catalog.selectedImages.value).toEqual([]);
  });

  it('keeps its images when the service does not know them, and the note of one that is pinned again', async () => {
    const { catalog, shortlist } = await setUp();
    shortlist.replace([{ image: bareImage({ id: 'gone', footprint }), note: 'once' }]);
    await shortlist.show();
    expect(catalog.visible.value.map(({ id }) => id)).toEqual(['gone']);
    shortlist.toggle('gone');
    expect([shortlist.pins.value, shortlist.isShown.value]).toEqual([[], false]);
    shortlist.toggle('gone');
    expect(shortlist.pins.value).toMatchObject([{ note: 'once' }]);
  });

  it('has a limit', async () => {
    const { shortlist } = await setUp();
    const full = Array.from({ length: maxPins }, (_, index) => ({
      image: bareImage({ id: `i${index}`, footprint }),
    }));
    shortlist.replace(full);
    expect(() => shortlist.toggle('a')).toThrow(/The shortlist is full/);
    expect(shortlist.pins.value).toHaveLength(maxPins);
  });
});

describe('a shortlist file', () => {
  const pins: Pin[] = ['a', 'bb'].map(id => ({ image: imageOf(id), note: `note of ${id}` }));

  it('is the same for the same images, and is read as it was written, without links', () => {
    const text = shortlistText(pins);
    expect(shortlistText(pins.toReversed())).toBe(text);
    expect(text).not.toContain('example.com');
    const { pins: read, leftOut } = readShortlist(text);
    expect([idsOf(read), leftOut]).toEqual([['bb', 'a'], 0]);
    expect(read[1]).toMatchObject({ note: 'note of a', image: { cloudCover: 12, footprint, links: {} } });
  });

  const feature = (properties: object, coordinates: unknown = footprint.coordinates) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Polygon', coordinates },
    _links: quicklook,
    rights: ['browse'],
  });

  it.each<[string, unknown]>([
    ['without an ID', feature({})],
    ['with a very long text', feature({ id: 'x', platform: 'x'.repeat(1000) })],
    [
      'with a place beyond the Earth',
      feature({ id: 'x' }, [
        [
          [5, 43],
          [6, 430],
          [6, 44],
          [5, 43],
        ],
      ]),
    ],
    ['that is no feature', 'x'],
  ])('leaves out an item %s', (_what, item) => {
    const { pins: read, leftOut } = readShortlist(JSON.stringify({ features: [feature({ id: 'a' }), item] }));
    expect([idsOf(read), leftOut]).toEqual([['a'], 1]);
    expect(read[0]?.image).toMatchObject({ links: {}, rights: undefined, properties: { id: 'a' } });
  });

  it.each(['', '[]', '{"features":{}}', '['.repeat(100_000), '{"features":[{}]}'])('refuses %.20s', text => {
    expect(() => readShortlist(text)).toThrow(/shortlist|no images/);
  });
});
