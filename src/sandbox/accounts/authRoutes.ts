import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { isRecord } from '../../base/fields.ts';
import { type Env, requestJson } from '../http/env.ts';
import { isId } from '../http/sentId.ts';
import { accessDenied, forbidden, invalid, nextId, refuseMembers, type Service } from '../http/service.ts';
import {
  accountNames,
  type AccountState,
  keyLifeMs,
  keySecret,
  type KeyState,
  secretDigest,
} from './state.ts';

export const tokenPath = '/auth/realms/IDP/protocol/openid-connect/token';

/** Specification: Authentication and API-key endpoints, the token exchange. */
export function authRoutes(service: Service): Hono<Env> {
  const routes = new Hono<Env>();
  routes.post(tokenPath, async context => {
    const isForm =
      context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false;
    const form = new URLSearchParams(isForm ? await context.req.text() : '');
    const key = form.get('apikey');
    const client = form.get('client_id');
    if (!key || !isClientId(client) || form.get('grant_type') !== 'api_key') {
      return context.json(accessDenied, 403);
    }
    const digest = secretDigest(key);
    const account = service.state.accounts.find(({ keys }) =>
      keys.some(candidate => candidate.digest === digest && candidate.expiresAt > service.now()),
    );
    if (!account) {
      // Specification, Authentication: an incorrect key suspends the right to access for a limited period.
      service.state.suspendedUntil = service.now() + service.suspensionSeconds * 1000;
      service.changed();
      return context.json(accessDenied, 403);
    }
    const honoured = context.env.tokenSeconds ?? service.tokenSeconds;
    return context.json(
      context.get('answers').token({
        accessToken: issueToken(service, account, client, honoured),
        expiresIn: service.tokenSeconds,
        correlationId: context.get('correlationId'),
      }),
    );
  });
  return routes;
}

function isClientId(value: string | null): value is ClientId {
  return value === 'IDP' || value === 'AAA';
}

/** While a suspension lasts, every request is refused, with the right key too. */
export function suspension(service: Service): MiddlewareHandler<Env> {
  return async (context, next) => {
    if (service.now() < service.state.suspendedUntil) return context.json(accessDenied, 403);
    return next();
  };
}

/** Lets a request pass that carries a token of this client, and says whose it is. */
export function bearer(service: Service, client: ClientId): MiddlewareHandler<Env> {
  return async (context, next) => {
    const token = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    const holder = token === undefined ? undefined : readToken(service, token);
    if (!holder) {
      context.header('WWW-Authenticate', 'Bearer realm="IDP"');
      // Specification, Authentication, 6: what is invalid or omitted is answered by 403.
      if (service.dialect === 'specification') return context.json(accessDenied, 403);
      return context.json(client === 'AAA' ? 'Unauthorized' : accessDenied, 401);
    }
    // Specification, Authentication: the token for key management is a different one.
    if (holder.client !== client) return context.json(accessDenied, 403);
    context.set('account', holder.account);
    return next();
  };
}

// Access tokens: signed with a secret of the seed, so that they outlive a reload without being stored.

/** Specification, Authentication: IDP for imagery and account services, AAA for the management of keys. */
type ClientId = 'IDP' | 'AAA';

interface Claims {
  sub: string;
  azp: ClientId;
  iat: number;
  exp: number;
  jti: string;
}

function sign(service: Service, text: string): Buffer {
  return createHmac('sha256', `${service.seed}/token`).update(text).digest();
}

function issueToken(service: Service, account: AccountState, client: ClientId, seconds: number): string {
  const now = Math.floor(service.now() / 1000);
  const claims: Claims = {
    sub: account.userId,
    azp: client,
    iat: now,
    exp: now + seconds,
    jti: randomUUID(),
  };
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign(service, text).toString('base64url')}`;
}

/** Whom a token speaks for, or undefined if it is none of ours or has expired. */
function readToken(service: Service, token: string): { account: AccountState; client: ClientId } | undefined {
  const [head, body, signature, ...rest] = token.split('.');
  if (!head || !body || !signature || rest.length > 0) return undefined;
  const received = Buffer.from(signature, 'base64url');
  const expected = sign(service, `${head}.${body}`);
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  if (service.now() / 1000 >= claims.exp) return undefined;
  const account = service.state.accounts.find(candidate => candidate.userId === claims.sub);
  return account && { account, client: claims.azp };
}

/** Specification: Authentication and API-key endpoints, the keys. */
export function keyRoutes(service: Service): Hono<Env> {
  const routes = new Hono<Env>();
  routes.post('/api/v1/apikeys', async context => {
    const body = await requestJson(context);
    if (!isRecord(body) || typeof body['description'] !== 'string')
      throw invalid('description must be a string');
    if (service.dialect === 'specification') refuseMembers(body, ['description']);
    const account = context.get('account');
    if (account.keys.length >= maxKeys)
      throw forbidden(`You hold ${maxKeys} keys already`, 'Delete one first.');
    const { key, secret } = makeKey(service, account, body['description']);
    // The secret is in this answer and in no other.
    return context.json(context.get('answers').createdKey(key, secret));
  });
  routes.get('/api/v1/apikeys', context =>
    context.json(context.get('answers').keys(context.get('account').keys)),
  );
  routes.delete('/api/v1/apikeys/:keyId', context => {
    const account = context.get('account');
    const kept = account.keys.filter(key => !isId(key.id, context.req.param('keyId')));
    if (kept.length < account.keys.length) {
      account.keys = kept;
      service.changed();
    }
    // Specification, Authentication: 200 whether or not the key existed, and no word on the effect.
    return context.get('answers').deletedKey();
  });
  return routes;
}

/** Specification: Limits, API keys per user. */
export const maxKeys = 10;

/** Gives an account one more key. The secret is told to the caller and kept nowhere. */
export function makeKey(
  service: Service,
  account: AccountState,
  description: string,
): { key: KeyState; secret: string } {
  const id = nextId(service, 'key');
  const secret = keySecret(service.seed, id);
  const key: KeyState = {
    id,
    description,
    digest: secretDigest(secret),
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
  const secret = secrets.find(candidate => candidate !== undefined);
  if (secret !== undefined) return secret;
  // Keys that have expired make room.
  account.keys = account.keys.slice(-(maxKeys - 1));
  return makeKey(service, account, 'Made at the start').secret;
}

/** Secrets are drawn from the seed, so that one that was lost can be told again. */
function secretFor(seed: string, { id, digest }: KeyState): string | undefined {
  return [id, ...accountNames]
    .map(name => keySecret(seed, name))
    .find(secret => secretDigest(secret) === digest);
}
