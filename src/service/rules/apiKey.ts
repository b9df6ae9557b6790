import * as l10n from '@vscode/l10n';
import { daysBetween, parseMoment } from '../../base/words/moment.ts';
import { safeLine } from '../../base/words/safeText.ts';

/** Maximum number of keys per user (specification: Limits, API keys per user). */
export const maxApiKeys = 10;

/** A key as listed: never includes its secret. */
export interface ApiKey {
  id: string;
  description: string | undefined;
  /** When it was created; not in the specification. */
  date: string | undefined;
  expirationDate: string | undefined;
}

/** Response to a creation, the only one that includes the secret. Never log it or store it outside secret storage. */
export interface CreatedApiKey extends ApiKey {
  secret: string;
}

/** The part of a new key that may be stored and shown. */
export function withoutSecret({ id, description, date, expirationDate }: CreatedApiKey): ApiKey {
  return { id, description, date, expirationDate };
}

/** A key needs attention this many days before it expires. */
export const expiryWarningDays = 30;

/** Time until a key expires, in calendar days (UTC): 0 is today. */
export type KeyExpiry =
  | { kind: 'unknown' }
  | { kind: 'expired'; daysAgo: number }
  | { kind: 'soon' | 'later'; days: number };

/** @param now epoch ms */
export function keyExpiry({ expirationDate }: Pick<ApiKey, 'expirationDate'>, now: number): KeyExpiry {
  const end = parseMoment(expirationDate);
  if (!end) return { kind: 'unknown' };
  const days = daysBetween(now, end.time);
  // A date without a time doesn't tell when on that day.
  const isPast = end.isDay ? days < 0 : end.time <= now;
  if (isPast) return { kind: 'expired', daysAgo: daysBetween(end.time, now) };
  return { kind: days <= expiryWarningDays ? 'soon' : 'later', days };
}

export function nameOfKey({ id, description }: Pick<ApiKey, 'id' | 'description'>): string {
  return safeLine(description ?? '') || safeLine(id);
}

/** @returns why this can't be the description of a new key, or `undefined` */
export function checkKeyDescription(text: string): string | undefined {
  return text.trim() === '' ? l10n.t('Enter a description.') : undefined;
}

/** Keys that already have this description: descriptions needn't be unique. */
export function keysDescribed(keys: readonly ApiKey[], description: string): ApiKey[] {
  return keys.filter(key => key.description?.trim() === description.trim());
}

/**
 * A description for the key that replaces another: the same text with a date, which replaces an earlier date.
 *
 * @param day `2026-03-20`
 */
export function descriptionAfter(description: string | undefined, day: string): string {
  const name = description?.trim().replace(/ \(\d{4}-\d\d-\d\d\)$/, '') ?? '';
  return `${name === '' ? 'Swath' : name} (${day})`;
}

/**
 * Rejects text that clearly isn't an API key before it is sent: a wrong key suspends the user's access for a while
 * (specification: Authentication, 7). Keys are opaque, so anything plausible passes.
 *
 * @returns what is wrong, or `undefined`
 */
export function checkApiKeyShape(text: string): string | undefined {
  const key = text.trim();
  if (/^bearer\s/i.test(key) || /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(key))
    return l10n.t('This is an access token, not an API key. Swath gets tokens automatically.');
  // Keys end in "=": it is a name only if something else follows.
  const isMore = /^["'`].*["'`]$|\s|^[\w-]*(key|token|secret)[=:][^=]|^https?:\/\//i.test(key);
  return isMore || key.length < 8
    ? l10n.t('Paste the whole API key, without quotes, spaces, line breaks, or a name before it.')
    : undefined;
}
