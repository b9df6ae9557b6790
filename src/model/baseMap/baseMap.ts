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
  if (typeof value !== 'string') return refusal(l10n.t('is not text'));
  const template = value.trim();
  if (!/^https?:\/\/[^/]/i.test(template))
    return refusal(l10n.t("doesn't start with https://, or http:// for this machine"));
  const problem = problemOfPlaceholders(template);
  if (problem !== undefined) return refusal(problem);
  const hosts = template.includes('{s}') ? subdomains : [''];
  const origins = new Set<string>();
  for (const host of hosts) {
    const origin = originOf(template.replaceAll('{s}', host));
    if ('problem' in origin) return refusal(origin.problem);
    origins.add(origin.origin);
  }
  return { template, origins: [...origins] };
}

function problemOfPlaceholders(template: string): string | undefined {
  // What a browser drops or turns round must not make another address of it.
  if (/[\s\\\p{Cc}]/u.test(template)) return l10n.t('contains a space or a backslash');
  const used: readonly string[] = template.match(/\{[^{}]*\}|[{}]/g) ?? [];
  if (used.some(part => !known.has(part)))
    return l10n.t('has a placeholder other than {0}', [...known].join(' '));
  for (const needed of ['{z}', '{x}']) if (!used.includes(needed)) return l10n.t('has no {0}', needed);
  if (!used.includes('{y}') && !used.includes('{-y}')) return l10n.t('has no {0}', '{y}');
  if (template.includes('#')) return l10n.t('contains a #, and the rest would not be sent');
  return undefined;
}

/** @param address a template without `{s}` */
function originOf(address: string): { origin: string } | { problem: string } {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) return { problem: l10n.t('is not an address') };
  const { protocol, hostname, origin, username, password } = url;
  if (username !== '' || password !== '') return { problem: l10n.t('contains a user name or password') };
  // What else an address may have for a host would say something else in a content security policy: `*`, `;`, `'`.
  if (!/^[a-z\d-]+(\.[a-z\d-]+)*$/.test(hostname))
    return { problem: l10n.t('has a host that is not a plain name such as tiles.example.com') };
  if (protocol === 'http:' && !loopbackHosts.includes(hostname))
    return { problem: l10n.t('starts with http://, which is only for this machine (localhost, 127.0.0.1)') };
  return { origin };
}

function refusal(problem: string): string {
  return l10n.t(
    "The setting {0} can't be used: it {1}. Set it to an address such as {2}, or leave it empty for the built-in map.",
    'swath.map.tileUrl',
    problem,
    'https://host/{z}/{x}/{y}.png',
  );
}
