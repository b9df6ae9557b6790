import { describe, expect, it } from 'vitest';
import { readsOnly } from './otherService.ts';

const connectionAt = (origin: string) => ({
  name: 'Another',
  baseUrl: origin,
  searchUrl: origin,
  authUrl: origin,
  accessUrl: origin,
});

describe('the suite, pointed at another service', () => {
  it('lets nothing leave that could change anything', async () => {
    const connection = {
      ...connectionAt('https://service.invalid'),
      baseUrl: 'https://service.invalid/base',
    };
    const sent: string[] = [];
    const guarded = readsOnly((url, init) => {
      sent.push(`${init.method ?? ''} ${url}`);
      return Promise.resolve(new Response());
    }, connection);
    const at = (method: string, url: string) => guarded(url, { method });
    const base = 'https://service.invalid/base/api/v1';
    for (const [method, url] of [
      ['POST', `${base}/orders`],
      ['GET', `${base}/subscriptions/s1/revoke`],
      ['GET', `${base}/s1/revoke`],
      ['PUT', `${base}/subscriptions/s1/revoke`],
      ['POST', 'https://service.invalid/api/v1/apikeys'],
      ['DELETE', 'https://service.invalid/api/v1/apikeys/k1'],
      ['GET', 'https://service.invalid/api/v1/items/i1/wmts/tiles/1.0.0/default/rgb/EPSG3857/0/0/0.png'],
      ['GET', `${base}/unheard/of`],
      ['POST', 'https://elsewhere.invalid/file'],
    ] as const)
      await expect(at(method, url)).rejects.toThrow('it was not sent');
    expect(sent).toEqual([]);
    await at('GET', `${base}/orders/o1`);
    await at('POST', `${base}/prices`);
    await at('GET', 'https://elsewhere.invalid/file');
    expect(sent).toHaveLength(3);
    for (let left = 500 - sent.length; left > 0; left--) await at('GET', `${base}/me`);
    await expect(at('GET', `${base}/me`)).rejects.toThrow('More than 500 requests');
  });
});
