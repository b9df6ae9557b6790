import * as z from 'zod';
import type { ApiKey, CreatedApiKey } from '../model/account/apiKey.ts';
import { pathSegment } from '../model/request/serviceRequest.ts';
import type { Call, Calls } from './calls.ts';
import { warnOfBroken } from './pages.ts';
import { optionalText, pageOf } from './wire.ts';

/** Specification, Authentication, 5: keys are managed with a token of their own. */
const forKeys = { host: 'authUrl', clientId: 'AAA' } as const satisfies Partial<Call>;

const path = '/api/v1/apikeys';

// Not loose: an unknown field could be a secret, so it is dropped.
const key = z.object({
  id: z.string(),
  description: optionalText,
  date: optionalText,
  expirationDate: optionalText,
});

/** @param hide called with the secret, also if the rest of the answer can't be read */
function createdKey(hide: (secret: string) => void): z.ZodType<CreatedApiKey> {
  const secret = z
    .string()
    .min(1)
    .transform(text => {
      hide(text);
      return text;
    });
  return key.extend({ secret });
}

/**
 * POST /api/v1/apikeys. Sent once, because an account can have only few keys. Only this answer contains the secret.
 * After an error other than a plain refusal, a key may exist whose secret is lost.
 *
 * @param hide keeps the secret out of errors and the log of later calls
 */
export function createKey(
  calls: Calls,
  description: string,
  hide: (secret: string) => void,
): Promise<CreatedApiKey> {
  const call = { ...forKeys, method: 'POST', path, json: { description }, safe: false } as const;
  return calls.json(call, createdKey(hide));
}

/** GET /api/v1/apikeys. */
export async function listKeys(calls: Calls, signal?: AbortSignal): Promise<ApiKey[]> {
  const answer = await calls.json({ ...forKeys, method: 'GET', path, safe: true }, pageOf(key), signal);
  warnOfBroken(calls, path, answer);
  return answer.items;
}

/**
 * DELETE /api/v1/apikeys/{keyId}. Success proves nothing: the service answers 200 whether or not the key
 * existed (specification, Authentication, 9). The list of keys proves the deletion.
 */
export async function deleteKey(calls: Calls, keyId: string): Promise<void> {
  return calls.send({ ...forKeys, method: 'DELETE', path: `${path}/${pathSegment(keyId)}`, safe: false });
}
