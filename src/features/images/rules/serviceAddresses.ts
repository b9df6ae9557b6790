/** Addresses of an image's OGC services, for other programs. */
import { withoutSecrets } from '../../../base/words/secretFields.ts';
import type { Links } from '../../../service/rules/links.ts';

export interface ServiceAddress {
  /** `WMTS`, or another abbreviation of an OGC service. */
  protocol: string;
  /** As the service sent it, with its placeholders. It contains no secret. */
  address: string;
  /** What the link is for, as the service spells it. */
  relation: string;
}

const protocols = ['WMTS', 'WMS', 'WCS', 'WFS', 'WCPS', 'WPS', 'CSW'] as const;

/**
 * Each address once. An access key in a query is left out; an address with one elsewhere isn't listed.
 *
 * @param secrets the key and tokens of the session
 */
export function serviceAddresses(links: Links, secrets: readonly string[] = []): ServiceAddress[] {
  const found = new Map<string, ServiceAddress>();
  for (const [relation, offered] of Object.entries(links)) {
    for (const { href, name, type } of offered) {
      const address = bareAddress(href, secrets);
      const protocol = protocolIn(type) ?? protocolIn(relation) ?? protocolIn(name);
      if (address !== undefined && protocol !== undefined && !found.has(address))
        found.set(address, { protocol, address, relation });
    }
  }
  return [...found.values()].sort(
    (a, b) =>
      protocols.findIndex(name => name === a.protocol) - protocols.findIndex(name => name === b.protocol),
  );
}

function protocolIn(text: string | undefined): string | undefined {
  return protocols.find(name => text?.toUpperCase().includes(name));
}

/** `undefined` if it isn't an address of the web, or contains a secret other than as a parameter. */
function bareAddress(href: string, secrets: readonly string[]): string | undefined {
  if (!/^https?:\/\/[^\s/]/i.test(href)) return undefined;
  const [beforeHash = ''] = href.split('#', 1);
  const [path = '', ...rest] = beforeHash.split('?');
  const query = rest.join('?');
  const fields = query.split('&').filter(field => field !== '' && isHarmless(`?${field}`, secrets));
  const address = fields.length === 0 ? path : `${path}?${fields.join('&')}`;
  return isHarmless(address, secrets) ? address : undefined;
}

function isHarmless(text: string, secrets: readonly string[]): boolean {
  return withoutSecrets(text, secrets) === text;
}
