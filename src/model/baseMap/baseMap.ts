import * as l10n from '@vscode/l10n';
import { onlineBackground, type BackgroundName } from './backgrounds.ts';
import { extentPlaceholder, withTilePlaceholders } from './mapService.ts';

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
  if (online) return tilesOf(background as BackgroundName, parseTileSource(online.template), '');
  if (tileUrl === undefined || tileUrl === null) return { kind: 'land' };
  if (typeof tileUrl === 'string' && tileUrl.trim() === '') return { kind: 'land' };
  return tilesOf('own', parseTileSource(tileUrl), oneLine(attribution));
}

function tilesOf(background: BackgroundName, source: TileSource | string, attribution: string): BaseMap {
  return typeof source === 'string'
    ? { kind: 'refused', problem: source }
    : { kind: 'tiles', background, source, attribution };
}

function oneLine(text: unknown): string {
  return typeof text === 'string' ? text.replace(/[\s\p{Cc}]+/gu, ' ').trim() : '';
}

/** A server of Web Mercator map tiles. */
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
    return l10n.t(
      'The setting {0} must name a layer of the map service: {1}.',
      'swath.map.tileUrl',
      'LAYERS=…, LAYER=…',
    );
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
  const origins = new Set(hosts.map(host => originOf(template.replaceAll('{s}', host))));
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
function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, origin, username, password } = new URL(address);
  if (username !== '' || password !== '') return undefined;
  // Other characters that URLs allow in a host have a meaning in a content security policy: `*`, `;`, `'`.
  if (!/^[a-z\d-]+(\.[a-z\d-]+)*$/.test(hostname)) return undefined;
  return protocol === 'https:' || loopbackHosts.includes(hostname) ? origin : undefined;
}
