import { describe, expect, it } from 'vitest';
import { json } from './fakeFetch.ts';
import { failure, type Setup, setUp } from './setup.ts';

const secret = 'EBESExQVFhcYGRobHB0eHw==';
const echo = json({ message: `no such key: ${secret}`, hint: encodeURIComponent(secret) }, 400);

/** Everything that is left of the calls where people and support can read it. */
const left = ({ log, warnings }: Setup, error: Error) =>
  [...log, ...warnings, String(error), error.stack, JSON.stringify(error)].join('\n');

describe('the secret of a key that was created', () => {
  it.each<[string, (setup: Setup) => Promise<unknown>]>([
    ['managing keys', ({ client }) => client.deleteKey('k1')],
    ['anything else', ({ client }) => client.price({})],
  ])('stays out of what a later call tells that is about %s', async (_what, call) => {
    const setup = setUp(json({ id: 'k1', description: 'Office', secret }), echo);
    await setup.client.createKey('Office');
    const error = await failure(call(setup));
    expect(left(setup, error)).not.toContain(secret);
    expect(left(setup, error)).not.toContain(encodeURIComponent(secret));
    expect(error.details.serverMessage).toBe('no such key: ••• •••');
  });

  it('stays out also where the rest of its answer could not be read', async () => {
    const setup = setUp(json({ id: {}, secret }), json([]), echo);
    await setup.client.createKey('Office');
    expect(left(setup, await failure(setup.client.deleteKey('k1')))).not.toContain(secret);
  });

  it('stays out also where the service spells its letters otherwise', async () => {
    const spelled = secret.replaceAll('=', '\\u003d');
    const answer = () =>
      Promise.resolve(new Response(`{"message":"no such key: ${spelled}"}`, { status: 400 }));
    const setup = setUp(json({ id: 'k1', description: 'Office', secret }), answer);
    await setup.client.createKey('Office');
    const error = await failure(setup.client.deleteKey('k1'));
    expect(left(setup, error)).not.toContain(secret);
    expect(error.details.serverMessage).toBe('no such key: •••');
  });
});
