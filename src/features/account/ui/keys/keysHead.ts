/** What the API Keys view shows without its rows: description, badge and initial order. */
import * as l10n from '@vscode/l10n';
import { displayLanguage } from '../../../../base/words/displayLanguage.ts';
import { type ApiKey, keyExpiry, maxApiKeys } from '../../../../service/rules/apiKey.ts';
import type { Listed } from '../../../../service/wire/listed.ts';
import { type Reading, readValue } from '../../../../platform/host/reading.ts';
import { sortedBy } from '../../../../platform/rows/arrangementOwner.ts';
import { type KeptKey, keyInUseAmong } from '../../keyInUse.ts';

export interface KeysState {
  reading: Reading<Listed<ApiKey>>;
  kept: KeptKey | undefined;
  /** Epoch ms. */
  now: number;
}

/** `7 of 10`; empty while the list isn't known. */
export function keysDescription(reading: Reading<readonly ApiKey[]>): string {
  const listed = readValue(reading);
  return listed ? l10n.t('{0} of {1}', listed.length, maxApiKeys) : '';
}

/**
 * Badge text when the key in use expires soon. Known before the list is; `undefined` if there is nothing to warn about.
 */
export function expiryNotice({ reading, kept, now }: KeysState): string | undefined {
  const listed = readValue(reading) ?? [];
  const inUse = keyInUseAmong(listed, kept);
  const key = inUse.kind === 'unknown' ? undefined : listed.find(({ id }) => id === inUse.keyId);
  const expirationDate = (key ?? kept)?.expirationDate;
  return warnsOfExpiry({ expirationDate }, now)
    ? l10n.t('The API key in use: {0}', expiryText({ expirationDate }, now))
    : undefined;
}

function warnsOfExpiry(key: Pick<ApiKey, 'expirationDate'>, now: number): boolean {
  const { kind } = keyExpiry(key, now);
  return kind === 'soon' || kind === 'expired';
}

/**
 * When a key expires, in days from now.
 *
 * @param now epoch ms
 */
export function expiryText(key: Pick<ApiKey, 'expirationDate'>, now: number): string {
  const expiry = keyExpiry(key, now);
  if (expiry.kind === 'unknown') return l10n.t('expiry unknown');
  const days = new Intl.RelativeTimeFormat(displayLanguage(), { numeric: 'auto' });
  return expiry.kind === 'expired'
    ? l10n.t('expired {0}', days.format(-expiry.daysAgo, 'day'))
    : l10n.t('expires {0}', days.format(expiry.days, 'day'));
}

export const keysAtFirst = sortedBy('expiry');
