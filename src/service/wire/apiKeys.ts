import * as z from 'zod';
import { type Fields, isRecord } from '../../base/fields.ts';
import type { ApiKey, CreatedApiKey } from '../rules/apiKey.ts';
import { pathSegment } from '../rules/serviceRequest.ts';
import type { Call, Calls } from './calls.ts';
import { type Listed, listed } from './listed.ts';
import { readList } from './listReading.ts';
import { envelopeSchema, toListPage, warnOfBroken } from './pages.ts';
import { type LooseFields, looseFields, withId } from './wire.ts';

/** Specification, Authentication, 5: keys are managed with a token of their own. */
const forKeys = { host: 'authUrl', clientId: 'AAA' } as const satisfies Partial<Call>;

const path = '/api/v1/apikeys';

const keyIds = ['id', 'keyId', 'apiKeyId', 'uuid', 'identifier'];
const wrappers = ['apiKey', 'key'];

/** Only known fields: another could be a secret. */
function toApiKey(id: string, loose: LooseFields): ApiKey {
  return {
    id,
    description: loose.text('description', 'label', 'title', 'comment'),
    date: loose.moment('date', 'createdAt', 'creationDate', 'created'),
    expirationDate: loose.moment(
      'expirationDate',
      'expiresAt',
      'expirationTime',
      'expiration',
      'expiry',
      'expires',
    ),
  };
}

const key = withId(keyIds, wrappers, toApiKey);

const secretNames = [
  'secret',
  'apiKey',
  'key',
  'value',
  'keyValue',
  'secretKey',
  'secretValue',
  'apiKeyValue',
];

/**
 * The secret in the answer to a creation, and its id, if there is one. No text that only could be a secret is taken for
 * one.
 *
 * @param hide called with the secret, also if the rest of the answer can't be read
 */
function createdKey(hide: (secret: string) => void): z.ZodType<Omit<CreatedApiKey, 'id'> & { id?: string }> {
  return z.unknown().transform((sent, context) => {
    const fields: Fields = isRecord(sent)
      ? sent
      : { secret: Array.isArray(sent) ? (sent[0] as unknown) : sent };
    const [only] = Array.isArray(sent) && isRecord(sent[0]) ? [sent[0]] : [fields];
    const loose = looseFields(only, wrappers);
    const secret = secretNames.map(name => secretIn(loose.value(name))).find(text => text !== undefined);
    if (secret === undefined) {
      context.addIssue({ code: 'custom', message: 'no secret', path: ['secret'] });
      return z.NEVER;
    }
    hide(secret);
    const { id, ...rest } = toApiKey(loose.ref(...keyIds) ?? '', loose);
    return { ...rest, secret, id: id === '' || id === secret ? undefined : id };
  });
}

function secretIn(value: unknown): string | undefined {
  const item = Array.isArray(value) ? (value[0] as unknown) : value;
  if (typeof item === 'string') return item === '' ? undefined : item;
  return isRecord(item)
    ? secretNames.map(name => item[name]).find(text => typeof text === 'string')
    : undefined;
}

/**
 * POST /api/v1/apikeys. Sent once, because an account can have only few keys. Only this answer contains the secret.
 * After an error other than a plain refusal, a key may exist whose secret is lost.
 *
 * @param hide keeps the secret out of errors and the log of later calls
 */
export async function createKey(
  calls: Calls,
  description: string,
  hide: (secret: string) => void,
): Promise<CreatedApiKey> {
  const call = { ...forKeys, method: 'POST', path, json: { description }, safe: false } as const;
  const { id, ...created } = await calls.json(call, createdKey(hide));
  return { ...created, id: id ?? (await idOfNew(calls, description)) };
}

/** The id that the answer to a creation lacks: of the only key with its description, or nothing. Never fails. */
async function idOfNew(calls: Calls, description: string): Promise<string> {
  const keys = await listKeys(calls).catch(() => []);
  const [only, another] = keys.filter(listed => listed.description === description);
  return only && !another ? only.id : '';
}

/**
 * GET /api/v1/apikeys. The specification has no pages here, and at most ten keys: others are requested only if the total
 * promises them.
 */
export async function listKeys(calls: Calls, signal?: AbortSignal): Promise<Listed<ApiKey>> {
  const reading = await readList(
    async page => {
      const query = page === 1 ? undefined : { page: String(page) };
      const call = { ...forKeys, method: 'GET', path, query, safe: true } as const;
      const answer = await calls.json(call, envelopeSchema(path, key), signal);
      warnOfBroken(calls, path, answer);
      const { items, broken, total = items.length + broken.length } = answer;
      return toListPage({ ...answer, total }, { page, itemsPerPage: Infinity });
    },
    { itemKey: item => item.id },
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
