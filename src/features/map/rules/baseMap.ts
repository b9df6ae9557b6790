import * as l10n from '@vscode/l10n';
import type { BackgroundName } from '../../../protocol/backgroundNames.ts';
import { onlineBackground } from './backgrounds.ts';

/** The base layer of the map. The bundled land is always shown below the tiles. */
export type BaseMap =
  | { kind: 'land' }
  /** `attribution` of the user's own tiles: plain text in one line, or empty. */
  | { kind: 'tiles'; background: BackgroundName; source: TileSource; attribution: string }
  | { kind: 'refused'; problem: string };

/**
 * Reads the settings of the base map, whatever their values.
 *
 * @param background one of `BackgroundName`; anything else counts as `own`
 */
export function readBaseMap(tileUrl: unknown, attribution: unknown, background: unknown = 'own'): BaseMap {
  if (background === 'land') return { kind: 'land' };
  const online = onlineBackground(background);
  if (online) return tilesBaseMap(background as BackgroundName, parseTileSource(online.template), '');
  if (tileUrl === undefined || tileUrl === null) return { kind: 'land' };
  if (typeof tileUrl === 'string' && tileUrl.trim() === '') return { kind: 'land' };
  return tilesBaseMap('own', parseTileSource(tileUrl), oneLine(attribution));
}

function tilesBaseMap(background: BackgroundName, source: TileSource | string, attribution: string): BaseMap {
  return typeof source === 'string'
    ? { kind: 'refused', problem: source }
    : { kind: 'tiles', background, source, attribution };
}

function oneLine(text: unknown): string {
  return typeof text === 'string' ? text.replace(/[\s\p{Cc}]+/gu, ' ').trim() : '';
}

export interface TileSource {
  /**
   * Address of a tile with `{z}`, `{x}`, `{y}` or `{-y}`, or with `{bbox-epsg-3857}`, and optionally `{s}` and `{r}`, as
   * Leaflet replaces them.
   */
  template: string;
  /** The origins of all tiles, one per subdomain: each is safe in a content security policy. */
  origins: readonly string[];
}

/** Values of `{s}`, in rotation; the same as in Leaflet. */
const subdomains: readonly string[] = ['a', 'b', 'c'];

/** Stands for the extent of a tile: west, south, east, north, meters in EPSG:3857. */
const extentPlaceholder = '{bbox-epsg-3857}';

const known: ReadonlySet<string> = new Set(['{z}', '{x}', '{y}', '{-y}', '{s}', '{r}', extentPlaceholder]);

/** Without [::1]: a content security policy cannot name it. */
const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * Reads the setting `swath.map.tileUrl`: a template, or the address of a WMS or WMTS with its layer.
 *
 * @returns the source, or what is wrong and how to fix it. The message never quotes the template, which may contain a
 *   key of the tile server.
 */
export function parseTileSource(value: unknown): TileSource | string {
  const address = typeof value === 'string' ? value.trim() : '';
  // Anything that a browser drops or converts could lead to a different address.
  if (!/^https?:\/\/[^/]/i.test(address) || /[\s\\#\p{Cc}]/u.test(address)) return badAddress();
  const template = withTilePlaceholders(address);
  if (template === undefined) {
    return l10n.t('The setting {0} must name a layer: {1}.', 'swath.map.tileUrl', 'LAYERS=…, LAYER=…');
  }
  if (!hasPlaceholders(template)) {
    return l10n.t(
      'The setting {0} must contain {1}, and may contain {2}, but no other placeholder.',
      'swath.map.tileUrl',
      '{z}, {x}, {y} or {-y}',
      '{s}, {r}',
    );
  }
  const hosts = template.includes('{s}') ? subdomains : [''];
  const origins = new Set(hosts.map(host => templateOrigin(template.replaceAll('{s}', host))));
  const plain = [...origins].filter(origin => origin !== undefined);
  return plain.length < origins.size ? badAddress() : { template, origins: plain };
}

function badAddress(): string {
  return l10n.t(
    'The setting {0} must be an https:// address such as {1} (http:// only on this machine), without a user name, password, space, or #.',
    'swath.map.tileUrl',
    'https://host/{z}/{x}/{y}.png',
  );
}

function hasPlaceholders(template: string): boolean {
  const used: readonly string[] = template.match(/\{[^{}]*\}|[{}]/g) ?? [];
  const hasTile = used.includes('{z}') && used.includes('{x}') && /\{-?y\}/.test(template);
  return (hasTile || used.includes(extentPlaceholder)) && used.every(part => known.has(part));
}

/** @param address a template without `{s}` */
function templateOrigin(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url) return undefined;
  const { protocol, hostname, origin, username, password } = url;
  if (username !== '' || password !== '') return undefined;
  // Other characters that URLs allow in a host have a meaning in a content security policy: `*`, `;`, `'`.
  if (!/^[a-z\d-]+(\.[a-z\d-]+)*$/.test(hostname)) return undefined;
  return protocol === 'https:' || loopbackHosts.includes(hostname) ? origin : undefined;
}

type Parameters = Record<string, string>;

/**
 * The template of a tile for the address of an OGC map service (WMS 1.1.1 or 1.3.0, WMTS 1.0.0 by query or by path).
 * Parameters that decide about place, size and projection are replaced, others are only added where they are missing.
 * Other addresses are returned as they are.
 *
 * @returns `undefined` if the address names no layer
 */
function withTilePlaceholders(address: string): string | undefined {
  const template = address
    .replaceAll(/\{TileMatrixSet\}/gi, 'GoogleMapsCompatible')
    .replaceAll(/\{TileMatrix\}/gi, '{z}')
    .replaceAll(/\{TileRow\}/gi, '{y}')
    .replaceAll(/\{TileCol\}/gi, '{x}')
    .replaceAll(/\{Style\}/gi, 'default');
  const at = template.indexOf('?');
  if (at < 0) return template;
  const parameters = template
    .slice(at + 1)
    .split('&')
    .filter(part => part !== '');
  const parameterValue = (name: string) =>
    parameters.find(part => parameterName(part) === name)?.slice(name.length + 1);
  const service =
    parameterValue('SERVICE')?.toUpperCase() ?? (parameterValue('LAYERS') === undefined ? '' : 'WMS');
  if (service !== 'WMS' && service !== 'WMTS') return template;
  if (!parameterValue(service === 'WMS' ? 'LAYERS' : 'LAYER')) return undefined;

  const [fixed, defaults] = service === 'WMS' ? wmsParameters(parameterValue('VERSION')) : wmtsParameters;
  const kept = parameters.filter(
    part => !(parameterName(part) in fixed) && !['CRS', 'SRS'].includes(parameterName(part)),
  );
  const missing = Object.entries(defaults).filter(([name]) => parameterValue(name) === undefined);
  const added = [...Object.entries(fixed), ...missing].map(([name, value]) => `${name}=${value}`);
  return `${template.slice(0, at)}?${[...kept, ...added].join('&')}`;
}

/** Servers ignore the case of parameter names. */
function parameterName(part: string): string {
  return (part.split('=', 1)[0] ?? '').toUpperCase();
}

/** What every request has, and what it has unless the address says otherwise. */
function wmsParameters(version = '1.3.0'): readonly [fixed: Parameters, defaults: Parameters] {
  return [
    {
      SERVICE: 'WMS',
      REQUEST: 'GetMap',
      BBOX: extentPlaceholder,
      WIDTH: '256',
      HEIGHT: '256',
      [version.startsWith('1.1') ? 'SRS' : 'CRS']: 'EPSG:3857',
    },
    { VERSION: version, STYLES: '', FORMAT: 'image/png', TRANSPARENT: 'TRUE' },
  ];
}

const wmtsParameters: readonly [fixed: Parameters, defaults: Parameters] = [
  { SERVICE: 'WMTS', REQUEST: 'GetTile' },
  {
    VERSION: '1.0.0',
    STYLE: 'default',
    FORMAT: 'image/png',
    TILEMATRIXSET: 'GoogleMapsCompatible',
    TILEMATRIX: '{z}',
    TILEROW: '{y}',
    TILECOL: '{x}',
  },
];
