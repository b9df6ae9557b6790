import { nextId, type Service } from '../http/service.ts';
import { accountNames, digestOf, keyLifeMs, secretOf, type AccountState, type KeyState } from './state.ts';

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
