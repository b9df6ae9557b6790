import * as l10n from '@vscode/l10n';

/** The base layer of the map. The bundled land is always shown below the tiles. */
export type BaseMap =
  | { kind: 'land' }
  /** `attribution`: plain text in one line, or empty. */
  | { kind: 'tiles'; source: TileSource; attribution: string }
  | { kind: 'refused'; problem: string };

/** Reads the two settings of the base map, whatever their values. */
export function readBaseMap(tileUrl: unknown, attribution: unknown): BaseMap {
  if (tileUrl === undefined || tileUrl === null) return { kind: 'land' };
  if (typeof tileUrl === 'string' && tileUrl.trim() === '') return { kind: 'land' };
  const source = parseTileSource(tileUrl);
  if (typeof source === 'string') return { kind: 'refused', problem: source };
  return { kind: 'tiles', source, attribution: oneLine(attribution) };
}

function oneLine(text: unknown): string {
  return typeof text === 'string' ? text.replace(/[\s\p{Cc}]+/gu, ' ').trim() : '';
}

/** A server of Web Mercator map tiles. */
export interface TileSource {
  /** Address of a tile with `{z}`, `{x}`, `{y}` or `{-y}`, and optionally `{s}` and `{r}`, as Leaflet replaces them. */
  template: string;
  /** The origins of all tiles, one per subdomain: each is safe in a content security policy. */
  origins: readonly string[];
}

/** Values of `{s}`, in rotation; the same as in Leaflet. */
const subdomains: readonly string[] = ['a', 'b', 'c'];

const known: ReadonlySet<string> = new Set(['{z}', '{x}', '{y}', '{-y}', '{s}', '{r}']);

/** Without [::1]: a content security policy cannot name it. */
const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * Reads the template of the setting `swath.map.tileUrl`.
 *
 * @returns the source, or what is wrong and how to fix it. The message never quotes the template, which may contain a
 *   key of the tile server.
 */
export function parseTileSource(value: unknown): TileSource | string {
  const template = typeof value === 'string' ? value.trim() : '';
  // Anything that a browser drops or converts could lead to a different address.
  if (!/^https?:\/\/[^/]/i.test(template) || /[\s\\#\p{Cc}]/u.test(template)) return badAddress();
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
  const hasAll = used.includes('{z}') && used.includes('{x}') && /\{-?y\}/.test(template);
  return hasAll && used.every(part => known.has(part));
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
