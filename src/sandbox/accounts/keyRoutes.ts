import { Hono } from 'hono';
import { jsonOf } from '../http/jsonBody.ts';
import { makeKey, mostKeys } from './keys.ts';
import { isRecord } from '../../model/fields.ts';
import { forbidden, invalid } from '../http/refusal.ts';
import { iso, type Env, type Service } from '../http/service.ts';
import type { KeyState } from './state.ts';

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
