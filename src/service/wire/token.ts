import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import type { Connection } from '../rules/connection.ts';
import { tokenPath } from '../rules/serviceRequest.ts';
import { ApiError } from './errors.ts';
import type { Http } from './http.ts';

/**
 * The service group that a token opens (specification: Authentication): `IDP` imagery and account, `AAA` key
 * management.
 */
export type ClientId = 'IDP' | 'AAA';

/** Lifetime of a token if the service reports none, seconds. A token that ends earlier is renewed after a 401. */
const unknownLifetime = 60;

const tokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z
    .unknown()
    .optional()
    .transform(sent => {
      const seconds = Number.parseFloat(String(sent));
      return seconds > 0 ? seconds : unknownLifetime;
    }),
});

/** Tokens are renewed after this share of their lifetime. */
const usableShare = 0.9;

/** A newer token counts as valid, ms. */
const youngMs = 60_000;

/** Statuses by which the exchange refuses a key: 400 is among the published ones. */
const refusals: readonly (number | undefined)[] = [400, 401, 403];

/** A service names the reason in JSON. Nothing else judges the key: a proxy or gateway answers with a page or nothing. */
function isOfService({ body, serverMessage = '' }: ApiError['details']): boolean {
  return body === 'json' || (body === 'text' && serverMessage.includes('access_denied'));
}

/**
 * After a refusal that isn't the service's, the key isn't sent for a while, which doubles each time: should it be the
 * service's after all, attempts extend the suspension. Milliseconds.
 */
const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;

function suspended(refusal: ApiError): ApiError {
  return new ApiError('suspended', refusal.details, { cause: refusal });
}

/** No call takes longer than so many renewals. */
const maxSpent = 20;

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Exchanges the API key for tokens, one per client id. After a refusal nothing more is sent, for either client id: a
 * wrong key suspends the user, and another attempt may extend that (specification: Authentication, 7). A refusal that
 * isn't the service's only pauses. Make a new `Tokens` when the user acts.
 */
export function createTokens(
  connection: Connection,
  apiKey: string,
  http: () => Http,
  onRefused: (error: ApiError) => void,
  now = Date.now,
) {
  const kept = new Map<ClientId, { token: string; since: number; until: number }>();
  /** Tokens that were replaced: the answer to a call that still has one can contain its text. */
  const spent: string[] = [];
  /** Secrets of keys, plain and encoded as in a form. */
  const keys = [apiKey, encodeURIComponent(apiKey)];
  const underWay = new Map<ClientId, Promise<string>>();
  /** The last exchange, finished or not: with one at a time, a wrong key is sent once. */
  let lastExchange: Promise<unknown> = Promise.resolve();
  /** The key was exchanged for a token of these. */
  const accepted = new Set<ClientId>();
  let refusal: ApiError | undefined;
  /** The service doesn't exchange keys for tokens, so none is requested again. */
  let noKeys: ApiError | undefined;
  /** A refusal of something that isn't the service; nothing is sent until then, epoch ms. */
  let obstacle: { error: ApiError; until: number } | undefined;
  let pauseMs = firstPauseMs;
  let isSealed = false;

  function retire(clientId: ClientId) {
    const entry = kept.get(clientId);
    if (!entry) return;
    kept.delete(clientId);
    spent.push(entry.token);
    if (spent.length > maxSpent) spent.shift();
  }

  async function exchange(clientId: ClientId): Promise<string> {
    await lastExchange;
    if (refusal) throw suspended(refusal);
    if (obstacle && now() < obstacle.until) throw obstacle.error;
    const started = now();
    try {
      const answer = await http().json(
        {
          method: 'POST',
          url: new URL(connection.authUrl + tokenPath),
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          // Keys end in "=", so they must be encoded.
          body: new URLSearchParams({
            apikey: apiKey,
            client_id: clientId,
            grant_type: 'api_key',
          }).toString(),
          safe: false,
        },
        tokenAnswer,
      );
      retire(clientId);
      kept.set(clientId, {
        token: answer.access_token,
        since: started,
        until: started + answer.expires_in * 1000 * usableShare,
      });
      accepted.add(clientId);
      pauseMs = firstPauseMs;
      return answer.access_token;
    } catch (error) {
      if (!(error instanceof ApiError) || !refusals.includes(error.details.status)) throw error;
      if (!isOfService(error.details)) {
        const details = { ...error.details, refused: 'other' } as const;
        obstacle = { error: new ApiError('network', details, { cause: error }), until: now() + pauseMs };
        pauseMs = Math.min(2 * pauseMs, longestPauseMs);
        throw obstacle.error;
      }
      // The service may not have the client id for keys: then that is refused, not the key.
      const isOfKeys = clientId === 'AAA' && accepted.has('IDP') && !accepted.has('AAA');
      if (isOfKeys && error.details.status !== 403) {
        noKeys = new ApiError('denied', { ...error.details, refused: 'keys' }, { cause: error });
        throw noKeys;
      }
      refusal = new ApiError('denied', { ...error.details, refused: 'key' }, { cause: error });
      onRefused(refusal);
      throw refusal;
    }
  }

  return {
    /**
     * A token that stays valid for a while. Throws {@link ApiError}: `suspended`, without a request, if the key was
     * refused.
     */
    async get(clientId: ClientId, signal?: AbortSignal): Promise<string> {
      if (signal?.aborted) throw new ApiError('aborted', { request: `POST ${tokenPath}` });
      if (refusal) throw suspended(refusal);
      if (noKeys && clientId === 'AAA') throw noKeys;
      const known = kept.get(clientId);
      if (known && known.until > now()) return known.token;
      let running = underWay.get(clientId);
      if (!running) {
        if (isSealed) {
          throw new ApiError('suspended', {
            request: `POST ${tokenPath}`,
            reason: l10n.t('the key was deleted'),
          });
        }
        // Shared by all callers, so no single one's signal may end it.
        running = exchange(clientId).finally(() => underWay.delete(clientId));
        underWay.set(clientId, running);
        lastExchange = running.catch(() => undefined);
      }
      return running;
    },
    /** The key was deleted: existing tokens may be used up, and no other is requested. */
    seal(): void {
      isSealed = true;
    },
    /** Called after a 401: this token isn't used again. */
    discard(clientId: ClientId, token: string): void {
      if (kept.get(clientId)?.token === token) retire(clientId);
    },
    /**
     * Called after a 403, which can mean that a right is missing, or that the token is invalid. Returns whether to try
     * another token: a new one can't be the reason for a 403.
     */
    doubt(clientId: ClientId, token: string): boolean {
      if (refusal || isSealed) return false;
      const known = kept.get(clientId);
      // Replaced since that call was sent, or being replaced.
      if (known?.token !== token) return true;
      if (now() - known.since < youngMs) return false;
      retire(clientId);
      return true;
    },
    /** Everything that must stay out of logs and errors. */
    secrets: (): readonly string[] => [...keys, ...spent, ...[...kept.values()].map(entry => entry.token)],
    /** Adds a secret from an answer: a later answer can repeat it. */
    hide: (secret: string): void => void keys.push(secret, encodeURIComponent(secret)),
  };
}
