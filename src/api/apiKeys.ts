import * as z from 'zod';
import type { ApiKey, CreatedApiKey } from '../model/account/apiKey.ts';
import { pathSegment } from '../model/request/serviceRequest.ts';
import type { Call, Calls } from './calls.ts';
import { envelopeOf, type Listed, listed, listPageOf, readList, warnOfBroken } from './pages.ts';
import { optionalText } from './wire.ts';

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

/**
 * GET /api/v1/apikeys. The specification has no pages here, and at most ten keys: others are requested only if the total
 * promises them.
 */
export async function listKeys(calls: Calls, signal?: AbortSignal): Promise<Listed<ApiKey>> {
  const reading = await readList(
    async page => {
      const query = page === 1 ? undefined : { page: String(page) };
      const call = { ...forKeys, method: 'GET', path, ...(query ? { query } : {}), safe: true } as const;
      const answer = await calls.json(call, envelopeOf(path, key), signal);
      warnOfBroken(calls, path, answer);
      const { items, broken, total = items.length + broken.length } = answer;
      return listPageOf({ ...answer, total }, { page, itemsPerPage: Infinity });
    },
    { keyOf: item => item.id },
  );
  return listed(reading.items(), reading.extent());
}

/**
 * DELETE /api/v1/apikeys/{keyId}. Success proves nothing: the service answers 200 whether or not the key
 * existed (specification, Authentication, 9). The list of keys proves the deletion.
 */
export async function deleteKey(calls: Calls, keyId: string): Promise<void> {
  return calls.send({ ...forKeys, method: 'DELETE', path: `${path}/${pathSegment(keyId)}`, safe: false });
}
