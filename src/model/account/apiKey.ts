import * as l10n from '@vscode/l10n';
import { daysBetween, momentOf } from '../words/moment.ts';
import { shownLine } from '../words/shownText.ts';

/** Keys that a user can hold (specification: Limits, API keys per user). */
export const mostApiKeys = 10;

/** A key as the list tells of it: never with its secret. */
export interface ApiKey {
  id: string;
  description: string | undefined;
  /** When it was made; the specification does not name it. */
  date: string | undefined;
  expirationDate: string | undefined;
}

/** Answer of a creation, the one place that shows the secret. Not to be logged, nor kept outside the secret storage. */
export interface CreatedApiKey extends ApiKey {
  secret: string;
}

/** What may be kept and shown of a key that was just made. */
export function withoutSecret({ id, description, date, expirationDate }: CreatedApiKey): ApiKey {
  return { id, description, date, expirationDate };
}

/** From so many days before its end on a key asks for attention. */
export const expiryWarningDays = 30;

/** How long a key is still good for, in days by the calendar (UTC): 0 is today. */
export type KeyExpiry =
  { kind: 'unknown' } | { kind: 'expired'; daysAgo: number } | { kind: 'soon' | 'later'; days: number };

/** @param now epoch ms */
export function expiryOf({ expirationDate }: Pick<ApiKey, 'expirationDate'>, now: number): KeyExpiry {
  const end = momentOf(expirationDate);
  if (!end) return { kind: 'unknown' };
  const days = daysBetween(now, end.time);
  // A bare date does not tell when on that day.
  const isPast = end.isDay ? days < 0 : end.time <= now;
  if (isPast) return { kind: 'expired', daysAgo: daysBetween(end.time, now) };
  return { kind: days <= expiryWarningDays ? 'soon' : 'later', days };
}

/** What a person calls the key: its description, or its id where it has none. */
export function nameOfKey({ id, description }: Pick<ApiKey, 'id' | 'description'>): string {
  const name = description?.trim() ?? '';
  return shownLine(name === '' ? id : name);
}

/** @returns the sentence that says why this is no description for a new key, or `undefined` */
export function checkKeyDescription(text: string): string | undefined {
  return text.trim() === '' ? l10n.t('Enter a description.') : undefined;
}

/** The keys that have this description already: nothing makes it unique. */
export function keysDescribed(keys: readonly ApiKey[], description: string): ApiKey[] {
  return keys.filter(key => key.description?.trim() === description.trim());
}

/**
 * A description for the key that follows another: the same with a day, which takes the place of an earlier one.
 *
 * @param day `2026-03-20`
 */
export function descriptionAfter(description: string | undefined, day: string): string {
  const name = description?.trim().replace(/ \(\d{4}-\d\d-\d\d\)$/, '') ?? '';
  return `${name === '' ? 'Swath' : name} (${day})`;
}

/**
 * What is plainly no API key, told before it is sent: a wrong key suspends the user's access for a while
 * (specification: Authentication, 7). Keys are opaque, so everything that could be one passes.
 *
 * @returns the sentence that says what is wrong, or `undefined`
 */
export function checkApiKeyShape(text: string): string | undefined {
  const key = text.trim();
  if (/^bearer\s/i.test(key) || /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(key))
    return l10n.t('This is an access token, not an API key. Swath gets tokens automatically.');
  // Keys end in "=": a name is only what has something else behind it.
  const isMore = /^["'`].*["'`]$|\s|^[\w-]*(key|token|secret)[=:][^=]|^https?:\/\//i.test(key);
  return isMore || key.length < 8
    ? l10n.t('Paste the whole API key, without quotes, spaces, line breaks, or a name before it.')
    : undefined;
}
