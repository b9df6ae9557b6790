import { expect, it } from 'vitest';
import { createClient } from '../../../../src/service/wire/client.ts';
import { connection, fakeService } from './fakeFetch.ts';

it("ends a search without an end by the service's clock, which can be ahead", async () => {
  const service = fakeService([Response.json({ features: [] })]);
  const client = createClient({
    connection,
    apiKey: 'key',
    fetch: service.fetch,
    log: () => undefined,
    warn: line => expect.fail(line),
    onRefused: () => undefined,
    now: () => Date.parse('2026-03-20T12:00:00Z'),
    serviceNow: () => Date.parse('2026-12-04T12:00:00Z'),
  });
  await client.search({ acquiredFrom: '2026-03-01' }, 1, 50);
  expect(decodeURIComponent(service.calls()[0]?.url ?? '')).toContain('2026-12-04T23:59:59.999Z');
});
