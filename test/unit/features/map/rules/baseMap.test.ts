import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backgroundNames } from '../../../../../src/protocol/backgroundNames.ts';
import { onlineBackground } from '../../../../../src/features/map/rules/backgrounds.ts';
import { parseTileSource, readBaseMap } from '../../../../../src/features/map/rules/baseMap.ts';
import { runs } from '../../../../randomRuns.ts';

const template = 'https://tiles.test/{z}/{x}/{y}.png';
const source = { template, origins: ['https://tiles.test'] };

describe('the base map of the settings', () => {
  it.each([undefined, null, '', '  '])('is only the land if no tiles are set (%j)', value => {
    expect(readBaseMap(value, 'Somebody')).toEqual({ kind: 'land' });
  });

  it.each<[unknown, string]>([
    ['© Somebody', '© Somebody'],
    [' two\nlines\u0007 ', 'two lines'],
    ['<b onclick="x()">B</b>', '<b onclick="x()">B</b>'],
    [undefined, ''],
    [7, ''],
  ])('are tiles, with the attribution as a line of plain text: %j', (written, attribution) => {
    expect(readBaseMap(template, written)).toEqual({
      kind: 'tiles',
      background: 'own',
      source,
      attribution,
    });
  });

  it.each(backgroundNames.slice(2))('can be a public server that needs no key: %s', name => {
    const { template: address = '', credits = [] } = onlineBackground(name) ?? {};
    const source = parseTileSource(address);
    expect(readBaseMap(template, 'Somebody', name)).toEqual({
      kind: 'tiles',
      background: name,
      source,
      attribution: '',
    });
    expect(credits.length).toBeGreaterThan(0);
    for (const { url } of credits) expect(new URL(url).protocol).toBe('https:');
  });

  it('is only the land if that was chosen, and as before if the choice is unknown', () => {
    expect(readBaseMap(template, '', 'land')).toEqual({ kind: 'land' });
    for (const unknown of [undefined, 'own', 'constructor', 7])
      expect(readBaseMap(template, '', unknown)).toMatchObject({ kind: 'tiles', source });
  });

  it('is refused with the reason', () => {
    const problem = parseTileSource('http://tiles.test/{z}/{x}/{y}');
    expect(problem).toMatch(/^The setting swath\.map\.tileUrl must be an https/);
    expect(readBaseMap('http://tiles.test/{z}/{x}/{y}', '')).toEqual({ kind: 'refused', problem });
    expect(readBaseMap(false, '')).toMatchObject({ kind: 'refused' });
  });
});

describe('a template for tiles', () => {
  it.each<[string, string[]]>([
    ['https://tiles.test/{z}/{x}/{y}.png', ['https://tiles.test']],
    ['HTTPS://Tiles.Test:443/{z}/{x}/{y}.png', ['https://tiles.test']],
    ['https://tiles.test:8443/base/{z}/{x}/{y}{r}.webp', ['https://tiles.test:8443']],
    ['https://tiles.test/tms/{z}/{x}/{-y}.png', ['https://tiles.test']],
    ['https://tiles.test/t?z={z}&x={x}&y={y}&key=a.b-c', ['https://tiles.test']],
    [
      'https://{s}.tiles.test/{z}/{x}/{y}.png',
      ['https://a.tiles.test', 'https://b.tiles.test', 'https://c.tiles.test'],
    ],
    [
      'https://tile-{s}.test/{z}/{x}/{y}',
      ['https://tile-a.test', 'https://tile-b.test', 'https://tile-c.test'],
    ],
    ['https://tiles.test/{s}/{z}/{x}/{y}.png', ['https://tiles.test']],
    ['https://10.0.0.7/{z}/{x}/{y}.png', ['https://10.0.0.7']],
    ['https://bücher.test/{z}/{x}/{y}.png', ['https://xn--bcher-kva.test']],
    ['http://127.0.0.1:8080/{z}/{x}/{y}.png', ['http://127.0.0.1:8080']],
    ['http://localhost:8080/{z}/{x}/{y}.png', ['http://localhost:8080']],
  ])('is accepted: %s', (template, origins) => {
    expect(parseTileSource(template)).toEqual({ template, origins });
  });

  const wms = 'SERVICE=WMS&REQUEST=GetMap&BBOX={bbox-epsg-3857}&WIDTH=256&HEIGHT=256';
  const wmts = 'SERVICE=WMTS&REQUEST=GetTile';
  const grid = 'TILEMATRIX={z}&TILEROW={y}&TILECOL={x}';
  it.each<[string, string]>([
    [
      'https://wms.test/ows?service=WMS&request=GetCapabilities&layers=dem,roads',
      `https://wms.test/ows?layers=dem,roads&${wms}&CRS=EPSG:3857&VERSION=1.3.0&STYLES=&FORMAT=image/png&TRANSPARENT=TRUE`,
    ],
    [
      'https://wms.test/?map=a.map&LAYERS=dem&VERSION=1.1.1&SRS=EPSG:4326&BBOX=1,2,3,4&FORMAT=image/jpeg&key={s}',
      `https://wms.test/?map=a.map&LAYERS=dem&VERSION=1.1.1&FORMAT=image/jpeg&key={s}&${wms}&SRS=EPSG:3857&STYLES=&TRANSPARENT=TRUE`,
    ],
    ['https://wms.test/map?box={bbox-epsg-3857}', 'https://wms.test/map?box={bbox-epsg-3857}'],
    [
      'https://wmts.test/?Service=wmts&Layer=topo',
      `https://wmts.test/?Layer=topo&${wmts}&VERSION=1.0.0&STYLE=default&FORMAT=image/png&TILEMATRIXSET=GoogleMapsCompatible&${grid}`,
    ],
    [
      'https://wmts.test/?SERVICE=WMTS&LAYER=a&STYLE=b&FORMAT=image/jpeg&VERSION=1.0.0&TILEMATRIXSET=EPSG:3857&TILEMATRIX=EPSG:3857:{z}&TILEROW={y}&TILECOL={x}',
      `https://wmts.test/?LAYER=a&STYLE=b&FORMAT=image/jpeg&VERSION=1.0.0&TILEMATRIXSET=EPSG:3857&TILEMATRIX=EPSG:3857:{z}&TILEROW={y}&TILECOL={x}&${wmts}`,
    ],
    [
      'https://wmts.test/topo/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png',
      'https://wmts.test/topo/default/GoogleMapsCompatible/{z}/{y}/{x}.png',
    ],
  ])('can be a layer of a map service: %s', (address, template) => {
    expect(parseTileSource(address)).toEqual({ template, origins: [new URL(address).origin] });
  });

  it('may have white space around it', () => {
    expect(parseTileSource(' https://tiles.test/{z}/{x}/{y} \n')).toEqual({
      template: 'https://tiles.test/{z}/{x}/{y}',
      origins: ['https://tiles.test'],
    });
  });

  it.each<[string, ...unknown[]]>([
    [
      'must be an https:// address such as https://host/{z}/{x}/{y}.png (http:// only on this machine), without a user name, password, space, or #.',
      ...[7, '', 'tiles.test/{z}/{x}/{y}.png', 'https:///tiles.test/{z}/{x}/{y}.png'],
      ...['javascript:alert(1)//{z}/{x}/{y}', 'https://tiles.test/{ z }/{x}/{y}'],
      ...['https://tiles.test/{z}/{x}/ {y}', 'https://tiles.test/{z}/{x}/\u0000{y}'],
      ...['https://tiles.test\\{z}\\{x}\\{y}', 'https://tiles.test:{z}/{x}/{y}'],
      ...['https://tiles.test/#{z}/{x}/{y}', 'https://anna:secret@tiles.test/{z}/{x}/{y}'],
      ...['https://{x}@tiles.test/{z}/{y}', 'http://tiles.test/{z}/{x}/{y}.png'],
      ...['http://127.0.0.1.tiles.test/{z}/{x}/{y}.png', 'http://{s}.localhost/{z}/{x}/{y}.png'],
      ...['https://{z}.tiles.test/{x}/{y}.png', 'https://*.test/{z}/{x}/{y}.png'],
      ...[`https://a;script-src'/{z}/{x}/{y}.png`, 'https://a"b/{z}/{x}/{y}.png'],
      'http://[::1]:8080/{z}/{x}/{y}.png',
    ],
    [
      'must contain {z}, {x}, {y} or {-y}, and may contain {s}, {r}, but no other placeholder.',
      ...['https://tiles.test/{x}/{y}.png', 'https://tiles.test/{z}/{y}.png'],
      ...['https://tiles.test/{z}/{x}.png', 'https://tiles.test/{z}/{x}/{y}?key={token}'],
      'https://tiles.test/{z}/{x}/{y',
    ],
    [
      'must name a layer: LAYERS=…, LAYER=….',
      'https://wms.test/?SERVICE=WMS&REQUEST=GetCapabilities',
      'https://wmts.test/?service=WMTS&LAYER=&TILEMATRIX={z}',
    ],
  ])('is refused if it is wrong: it %s', (problem, ...values) => {
    for (const value of values)
      expect(parseTileSource(value), String(value)).toBe(`The setting swath.map.tileUrl ${problem}`);
  });

  it('adds only plain origins to the policy of the page, whatever is written', () => {
    const part = fc.oneof(
      fc.constantFrom('{z}', '{x}', '{y}', '{-y}', '{s}', '{r}', '?LAYERS=a&', ...Array.from("/.:@?#;'* ")),
      fc.string({ maxLength: 4 }),
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), parts => {
        const read = parseTileSource(`https://${parts.join('')}/{z}/{x}/{y}`);
        if (typeof read === 'string') return;
        taken += 1;
        for (const origin of read.origins) expect(origin).toMatch(/^https:\/\/[a-z0-9.-]+(:\d+)?$/);
        const tile = read.template.replace(/\{(-?[\w-]+)\}/g, (_, name) =>
          name === 's' ? 'b' : name === 'r' ? '' : '1',
        );
        expect(read.origins).toContain(new URL(tile).origin);
      }),
      runs({ quick: 1_000, full: 3_000 }),
    );
    expect(taken).toBeGreaterThan(20);
  });
});
