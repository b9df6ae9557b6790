import * as l10n from '@vscode/l10n';

/** What lies under everything else on the map. The bundled land is always there, below the tiles. */
export type BaseMap =
  | { kind: 'land' }
  /** `attribution`: plain text in one line, empty for none. */
  | { kind: 'tiles'; source: TileSource; attribution: string }
  | { kind: 'refused'; problem: string };

/** Reads the two settings of the base map, whatever stands there. */
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

/** A server of map tiles in Web Mercator. */
export interface TileSource {
  /** Address of a tile with `{z}`, `{x}`, `{y}` or `{-y}`, and perhaps `{s}` and `{r}` in it, as Leaflet fills them in. */
  template: string;
  /** All that tiles come from, one origin per subdomain: each is fit to stand in a content security policy. */
  origins: readonly string[];
}

/** What `{s}` stands for, in turn; the same as Leaflet's own. */
const subdomains: readonly string[] = ['a', 'b', 'c'];

const known: ReadonlySet<string> = new Set(['{z}', '{x}', '{y}', '{-y}', '{s}', '{r}']);

/** Without [::1]: a content security policy cannot name it. */
const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * Reads the template of the setting `swath.map.tileUrl`.
 *
 * @returns the source, or the sentences that tell what is wrong and the way out. They never quote the template, which
 * may hold a key of the tile server.
 */
export function parseTileSource(value: unknown): TileSource | string {
  const template = typeof value === 'string' ? value.trim() : '';
  // What a browser drops or turns round must not make another address of it.
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
  // What else an address may have for a host would say something else in a content security policy: `*`, `;`, `'`.
  if (!/^[a-z\d-]+(\.[a-z\d-]+)*$/.test(hostname)) return undefined;
  return protocol === 'https:' || loopbackHosts.includes(hostname) ? origin : undefined;
}
