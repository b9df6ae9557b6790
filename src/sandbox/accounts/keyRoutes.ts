import { Hono } from 'hono';
import { jsonOf, forbidden, invalid, iso, type Env, type Service, nextId } from '../http/service.ts';
import { isRecord } from '../../model/fields.ts';
import { type KeyState, accountNames, digestOf, keyLifeMs, secretOf, type AccountState } from './state.ts';

/** Specification: Authentication and API-key endpoints, the keys. */
export function keyRoutes(service: Service): Hono<Env> {
  const routes = new Hono<Env>();
  routes.post('/api/v1/apikeys', async context => {
    const body = await jsonOf(context);
    if (!isRecord(body) || typeof body['description'] !== 'string')
      throw invalid('description must be a string');
    const account = context.get('account');
    if (account.keys.length >= mostKeys)
      throw forbidden(`You hold ${mostKeys} keys already`, 'Delete one first.');
    const { key, secret } = makeKey(service, account, body['description']);
    // The secret is in this answer and in no other.
    return context.json({ ...keyBody(service, key), secret });
  });
  routes.get('/api/v1/apikeys', context =>
    context.json({ items: context.get('account').keys.map(key => keyBody(service, key)) }),
  );
  routes.delete('/api/v1/apikeys/:keyId', context => {
    const account = context.get('account');
    const kept = account.keys.filter(key => key.id !== context.req.param('keyId'));
    if (kept.length < account.keys.length) {
      account.keys = kept;
      service.changed();
    }
    // Specification, Authentication: 200 whether or not the key existed, and no word on the effect.
    return service.dialect === 'specification'
      ? context.body(null, 200)
      : context.json({ message: 'The request was accepted' });
  });
  return routes;
}

function keyBody(
  service: Service,
  { id, description, createdAt, expiresAt }: KeyState,
): Record<string, unknown> {
  return {
    id,
    description,
    ...(service.dialect === 'deployed' ? { date: iso(createdAt) } : {}),
    expirationDate: iso(expiresAt),
  };
}

/** Specification: Limits, API keys per user. */
export const mostKeys = 10;

/** Gives an account one more key. The secret is told to the caller and kept nowhere. */
export function makeKey(
  service: Service,
  account: AccountState,
  description: string,
): { key: KeyState; secret: string } {
  const id = nextId(service, 'key');
  const secret = secretOf(service.seed, id);
  const key: KeyState = {
    id,
    description,
    digest: digestOf(secret),
    createdAt: service.now(),
    expiresAt: service.now() + keyLifeMs,
  };
  account.keys.push(key);
  service.changed();
  return { key, secret };
}

/**
 * The secret of the account's first key that works. Where none is left, a new one is made: whoever starts the sandbox
 * has no other way in, and a dead key would suspend the account.
 */
export function workingSecret(service: Service, account: AccountState): string {
  const working = account.keys.filter(({ expiresAt }) => expiresAt > service.now());
  const secrets = working.map(key => secretFor(service.seed, key));
  const secret = secrets.find(one => one !== undefined);
  if (secret !== undefined) return secret;
  // Keys that have expired make room.
  account.keys = account.keys.slice(-(mostKeys - 1));
  return makeKey(service, account, 'Made at the start').secret;
}

/** Secrets are drawn from the seed, so that one that was lost can be told again. */
function secretFor(seed: string, { id, digest }: KeyState): string | undefined {
  return [id, ...accountNames].map(name => secretOf(seed, name)).find(secret => digestOf(secret) === digest);
}
