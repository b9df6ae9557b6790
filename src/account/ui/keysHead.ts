/** What is said of the keys while none of them is shown, beside the title of the view and in its badge, and their order. */
import * as l10n from '@vscode/l10n';
import { expiryOf, mostApiKeys, nameOfKey, type ApiKey } from '../../model/account/apiKey.ts';
import { displayLanguage } from '../../model/words/displayLanguage.ts';
import { dayText, momentOf } from '../../model/words/moment.ts';
import { sortedBy, type ArrangementChoices } from '../../editor/arrangement.ts';
import { keyInUseAmong, type KeptKey } from '../keyInUse.ts';
import { valueOf, type Reading } from '../../editor/reading.ts';

export interface KeysState {
  reading: Reading<readonly ApiKey[]>;
  kept: KeptKey | undefined;
  /** Epoch ms. */
  now: number;
}

/** `7 of 10`; nothing while the list is not known. */
export function keysDescription(reading: Reading<readonly ApiKey[]>): string {
  const listed = valueOf(reading);
  return listed ? l10n.t('{0} of {1}', listed.length, mostApiKeys) : '';
}

/** That the key in use ends soon, for the badge: known before the list is, and `undefined` where it need not be said. */
export function expiryNotice({ reading, kept, now }: KeysState): string | undefined {
  const listed = valueOf(reading) ?? [];
  const inUse = keyInUseAmong(listed, kept);
  const key = inUse.kind === 'unknown' ? undefined : listed.find(({ id }) => id === inUse.keyId);
  const expirationDate = (key ?? kept)?.expirationDate;
  return warnsOfExpiry({ expirationDate }, now)
    ? l10n.t('The API key in use: {0}', expiryText({ expirationDate }, now))
    : undefined;
}

function warnsOfExpiry(key: Pick<ApiKey, 'expirationDate'>, now: number): boolean {
  const { kind } = expiryOf(key, now);
  return kind === 'soon' || kind === 'expired';
}

/** When a key ends, as counted in days from now. @param now epoch ms */
function expiryText(key: Pick<ApiKey, 'expirationDate'>, now: number): string {
  const expiry = expiryOf(key, now);
  if (expiry.kind === 'unknown') return l10n.t('expiry unknown');
  const days = new Intl.RelativeTimeFormat(displayLanguage(), { numeric: 'auto' });
  return expiry.kind === 'expired'
    ? l10n.t('expired {0}', days.format(-expiry.daysAgo, 'day'))
    : l10n.t('expires {0}', days.format(expiry.days, 'day'));
}

/** What is said of a key beside its name. @param now epoch ms */
export function standingOf(key: ApiKey, isInUse: boolean, now: number): string[] {
  return [
    ...(isInUse ? [l10n.t('in use')] : []),
    expiryText(key, now),
    ...(key.date === undefined ? [] : [l10n.t('created {0}', dayText(key.date))]),
  ];
}

/** What keys can be sorted by; with ten at most there is nothing to group or filter. */
export function keyArrangements(): ArrangementChoices<ApiKey> {
  return {
    sorts: [
      { id: 'expiry', label: l10n.t('Expiry'), keyOf: key => momentOf(key.expirationDate)?.time },
      { id: 'created', label: l10n.t('Created'), keyOf: key => momentOf(key.date)?.time },
      { id: 'description', label: l10n.t('Description'), keyOf: nameOfKey },
    ],
    groups: [],
    filters: [],
  };
}

/** What ends first stands first. */
export const keysAtFirst = sortedBy('expiry');
