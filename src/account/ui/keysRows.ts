import * as l10n from '@vscode/l10n';
import { expiryOf, expiryWarningDays, nameOfKey, type ApiKey } from '../../model/account/apiKey.ts';
import { dayText, momentText } from '../../model/words/moment.ts';
import { applyArrangement, type Arrangement } from '../../editor/arrangement.ts';
import { keyInUseAmong, type KeyInUse } from '../keyInUse.ts';
import { isRightMissing } from '../keys.ts';
import { expiryText, keyArrangements, warnsOfExpiry, type KeysState } from './keysHead.ts';
import { emptyRow, rowsOf, said, type Row } from '../../editor/row.ts';

export interface KeysActions {
  /** Reads the list again. */
  retry: () => void;
  /** Asks the user which of the keys is the one in use. */
  tellKeyInUse: () => Promise<void>;
}

export function keysRows(state: KeysState, arrangement: Arrangement, actions: KeysActions): readonly Row[] {
  const { reading, kept } = state;
  if (reading.kind === 'failed' && isRightMissing(reading.error)) {
    return [noRightRow(reading.error, actions.retry)];
  }
  return rowsOf('keys', l10n.t('The API keys'), reading, actions.retry, listed => {
    if (listed.length === 0) return [emptyRow('keys', l10n.t('No API keys'))];
    const inUse = keyInUseAmong(listed, kept);
    const sorted = applyArrangement(listed, arrangement, keyArrangements()).flatMap(({ items }) => items);
    return [...noticeRows(inUse, actions), ...sorted.map(key => keyRow(key, inUse, state.now))];
  });
}

function keyRow(key: ApiKey, known: KeyInUse, now: number): Row {
  const isInUse = known.kind === 'listed' && known.keyId === key.id;
  const ends = expiryText(key, now);
  const made = key.date === undefined ? undefined : l10n.t('created {0}', dayText(key.date));
  const name = nameOfKey(key);
  return {
    id: `keys/${key.id}`,
    ...said(name, [isInUse ? l10n.t('in use') : undefined, ends, made]),
    ...iconOf(key, isInUse, now),
    tooltip: {
      heading: name,
      facts: [
        [l10n.t('Description'), key.description],
        [l10n.t('ID'), key.id],
        [l10n.t('Created'), momentText(key.date)],
        [l10n.t('Expires'), momentText(key.expirationDate) ?? l10n.t('unknown')],
      ],
      notes: warnsOfExpiry(key, now) ? [advice(isInUse)] : [],
    },
    contextValue: isInUse ? 'key key.inUse' : 'key',
    copyId: key.id,
    details: { title: name, fields: key },
    subject: key,
  };
}

function iconOf(key: ApiKey, isInUse: boolean, now: number): Pick<Row, 'icon' | 'colour'> {
  switch (expiryOf(key, now).kind) {
    case 'expired':
      return { icon: 'error', colour: 'list.errorForeground' };
    case 'soon':
      return { icon: 'warning', colour: 'list.warningForeground' };
    case 'later':
    case 'unknown':
      return isInUse ? { icon: 'key', colour: 'charts.green' } : { icon: 'lock' };
  }
}

function advice(isInUse: boolean): string {
  return isInUse
    ? l10n.t('Rotate it before it expires. Swath warns {0} days ahead.', expiryWarningDays)
    : l10n.t('Everything that uses it will need another key.');
}

/** What has to be said of the key in use before any single key. */
function noticeRows(inUse: KeyInUse, { tellKeyInUse }: KeysActions): Row[] {
  switch (inUse.kind) {
    case 'listed':
      return [];
    case 'unknown':
      return [
        {
          id: 'keys/unknown',
          label: l10n.t('Which one is in use here?'),
          description: l10n.t('unknown'),
          icon: 'question',
          tooltip: {
            heading: l10n.t('Which one is in use here?'),
            facts: [],
            notes: [
              l10n.t(
                "The service doesn't report which key Swath signed in with. Select it to be warned before it expires.",
              ),
            ],
          },
          press: { title: l10n.t('Select Key in Use'), run: () => void tellKeyInUse() },
        },
      ];
    case 'unlisted':
      return [
        {
          id: 'keys/unlisted',
          label: l10n.t('The key in use is no longer listed'),
          icon: 'warning',
          colour: 'list.warningForeground',
          tooltip: {
            heading: l10n.t('The key in use is no longer listed'),
            facts: [[l10n.t('ID'), inUse.keyId]],
            notes: [
              l10n.t(
                'It was deleted elsewhere and works only until its access token expires. Create a key for this connection, or sign in with another one.',
              ),
            ],
          },
          command: { id: 'swath.createKey', title: l10n.t('Create Key') },
        },
      ];
  }
}

function noRightRow(error: unknown, retry: () => void): Row {
  return {
    id: 'keys/noRight',
    label: l10n.t("Your user can't manage API keys. Try again"),
    icon: 'lock',
    tooltip: {
      heading: l10n.t('No access to the API keys'),
      facts: [],
      notes: [
        l10n.t(
          "Ask your contract administrator for permission, or manage keys on the service's account page.",
        ),
      ],
      failure: error,
    },
    press: { title: l10n.t('Try again'), run: retry },
  };
}
