/** Stands for the extent of a tile: west, south, east, north, meters in EPSG:3857. */
export const extentPlaceholder = '{bbox-epsg-3857}';

type Parameters = Record<string, string>;

/**
 * The template of a tile for the address of an OGC map service (WMS 1.1.1 or 1.3.0, WMTS 1.0.0 by query or by path).
 * Parameters that decide about place, size and projection are replaced, others are only added where they are missing.
 * Other addresses are returned as they are.
 *
 * @returns `undefined` if the address names no layer
 */
export function withTilePlaceholders(address: string): string | undefined {
  const template = address
    .replaceAll(/\{TileMatrixSet\}/gi, 'GoogleMapsCompatible')
    .replaceAll(/\{TileMatrix\}/gi, '{z}')
    .replaceAll(/\{TileRow\}/gi, '{y}')
    .replaceAll(/\{TileCol\}/gi, '{x}')
    .replaceAll(/\{Style\}/gi, 'default');
  const at = template.indexOf('?');
  if (at < 0) return template;
  const given = template
    .slice(at + 1)
    .split('&')
    .filter(part => part !== '');
  const valueOf = (name: string) => given.find(part => nameOf(part) === name)?.slice(name.length + 1);
  const service = valueOf('SERVICE')?.toUpperCase() ?? (valueOf('LAYERS') === undefined ? '' : 'WMS');
  if (service !== 'WMS' && service !== 'WMTS') return template;
  if (!valueOf(service === 'WMS' ? 'LAYERS' : 'LAYER')) return undefined;

  const [fixed, defaults] = service === 'WMS' ? wmsParameters(valueOf('VERSION')) : wmtsParameters;
  const kept = given.filter(part => !(nameOf(part) in fixed) && !['CRS', 'SRS'].includes(nameOf(part)));
  const missing = Object.entries(defaults).filter(([name]) => valueOf(name) === undefined);
  const added = [...Object.entries(fixed), ...missing].map(([name, value]) => `${name}=${value}`);
  return `${template.slice(0, at)}?${[...kept, ...added].join('&')}`;
}

/** Servers ignore the case of parameter names. */
function nameOf(part: string): string {
  return (part.split('=', 1)[0] ?? '').toUpperCase();
}

/** What every request has, and what it has unless the address says otherwise. */
function wmsParameters(version = '1.3.0'): readonly [fixed: Parameters, defaults: Parameters] {
  return [
    {
      ...{ SERVICE: 'WMS', REQUEST: 'GetMap', BBOX: extentPlaceholder, WIDTH: '256', HEIGHT: '256' },
      [version.startsWith('1.1') ? 'SRS' : 'CRS']: 'EPSG:3857',
    },
    { VERSION: version, STYLES: '', FORMAT: 'image/png', TRANSPARENT: 'TRUE' },
  ];
}

const wmtsParameters: readonly [fixed: Parameters, defaults: Parameters] = [
  { SERVICE: 'WMTS', REQUEST: 'GetTile' },
  {
    ...{ VERSION: '1.0.0', STYLE: 'default', FORMAT: 'image/png', TILEMATRIXSET: 'GoogleMapsCompatible' },
    ...{ TILEMATRIX: '{z}', TILEROW: '{y}', TILECOL: '{x}' },
  },
];
