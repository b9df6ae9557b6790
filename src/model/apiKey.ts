import * as l10n from '@vscode/l10n';

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

/**
 * What is plainly no API key, told before it is sent: a wrong key suspends the user's access for a while
 * (specification: Authentication, 7). Keys are opaque, so everything that could be one passes.
 *
 * @returns the sentence that says what is wrong, or `undefined`
 */
export function checkApiKeyShape(text: string): string | undefined {
  const key = text.trim();
  if (key === '') return l10n.t('Paste the API key.');
  if (/^bearer\s/i.test(key))
    return l10n.t('This begins with "Bearer": it is an access token, not an API key.');
  if (/^eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(key)) {
    return l10n.t(
      'This is an access token (a JWT), not an API key. Swath makes tokens from the key by itself.',
    );
  }
  if (/^["'`].*["'`]$/.test(key)) return l10n.t('Take off the quotes around the key.');
  if (/\s/.test(key))
    return l10n.t('A key has no blanks or line breaks inside: was more than the key copied?');
  // Keys end in "=": a name is only what has something else behind it.
  if (/^[\w-]*(key|token|secret)[=:][^=]/i.test(key))
    return l10n.t('Paste the key alone, without the name before it.');
  if (/^https?:\/\//i.test(key)) return l10n.t('This is an address, not an API key.');
  if (key.length < 8) return l10n.t('This is too short for an API key.');
  return undefined;
}
