import { Hono, type MiddlewareHandler } from 'hono';
import { accessDenied, type Env, type Service } from '../http/service.ts';
import { digestOf, type AccountState } from './state.ts';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

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
    const digest = digestOf(key);
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
    const answer = {
      access_token: issueToken(service, account, client, honoured),
      expires_in: service.tokenSeconds,
    };
    return service.dialect === 'specification'
      ? context.json({ ...answer, token_type: 'bearer' })
      : context.json({
          ...answer,
          refresh_expires_in: 0,
          token_type: 'Bearer',
          'not-before-policy': 0,
          session_state: context.get('correlationId'),
          scope: '',
        });
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

/** A token that the service honours for `seconds`. */
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
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(service, `${head}.${body}`);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  if (service.now() / 1000 >= claims.exp) return undefined;
  const account = service.state.accounts.find(candidate => candidate.userId === claims.sub);
  return account && { account, client: claims.azp };
}
