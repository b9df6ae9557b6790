/** Access tokens: signed with a secret of the seed, so that they outlive a reload without being stored. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Service } from './service.ts';
import type { AccountState } from './state.ts';

/** Specification, Authentication: IDP for imagery and account services, AAA for the management of keys. */
export type ClientId = 'IDP' | 'AAA';

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
export function issueToken(
  service: Service,
  account: AccountState,
  client: ClientId,
  seconds: number,
): string {
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
export function readToken(
  service: Service,
  token: string,
): { account: AccountState; client: ClientId } | undefined {
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
