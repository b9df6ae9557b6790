import * as l10n from '@vscode/l10n';
import { isoDay, momentText, parseMoment } from '../../../../base/words/moment.ts';
import { type ApiKey, descriptionAfter, keyExpiry, nameOfKey } from '../../../../service/rules/apiKey.ts';
import {
  applyArrangement,
  type Arrangement,
  type ArrangementChoices,
} from '../../../../platform/rows/arrangement.ts';
import {
  emptyRow,
  type Fact,
  lackRows,
  listedExtent,
  readingRows,
  type Row,
  rowText,
} from '../../../../platform/rows/row.ts';
import { type KeyInUse, keyInUseAmong } from '../../keyInUse.ts';
import { keyFacts, whyAskedText } from '../words.ts';
import type { KeysState } from './keysHead.ts';

export interface KeysActions {
  retry: () => void;
  selectKeyInUse: () => Promise<void>;
}

/** Sort options for keys; with at most ten there is nothing to group or filter. */
export function keyArrangements(): ArrangementChoices<ApiKey> {
  return {
    sorts: [
      { id: 'expiry', label: l10n.t('Expires'), toKey: key => parseMoment(key.expirationDate)?.time },
      { id: 'created', label: l10n.t('Created'), toKey: key => parseMoment(key.date)?.time },
      { id: 'description', label: l10n.t('Description'), toKey: nameOfKey },
    ],
    groups: [],
    filters: [],
  };
}

export function keysRows(state: KeysState, arrangement: Arrangement, actions: KeysActions): readonly Row[] {
  const { reading, kept } = state;
  return readingRows('keys', l10n.t('API Keys'), reading, actions.retry, listed => {
    const lacks = lackRows('keys', listedExtent(listed), actions.retry);
    if (listed.length === 0) return lacks.length > 0 ? lacks : [emptyRow('keys', l10n.t('No API keys'))];
    const inUse = keyInUseAmong(listed, kept);
    const sorted = applyArrangement(listed, arrangement, keyArrangements()).flatMap(({ items }) => items);
    return [
      ...lacks,
      ...noticeRows(inUse, actions),
      ...sorted.map(key => keyRow(key, inUse, state.now, successorAmong(listed, key))),
    ];
  });
}

function keyRow(key: ApiKey, known: KeyInUse, now: number, successor: ApiKey | undefined): Row {
  const isInUse = known.kind === 'listed' && known.keyId === key.id;
  const name = nameOfKey(key);
  const facts: Fact[] = [
    [l10n.t('Description'), key.description],
    [l10n.t('Replaced by'), successor && nameOfKey(successor)],
    [l10n.t('ID'), key.id],
    [l10n.t('Created'), momentText(key.date)],
    [l10n.t('Expires'), momentText(key.expirationDate) ?? l10n.t('unknown')],
  ];
  return {
    id: `keys/${key.id}`,
    ...rowText(name, keyFacts(key, isInUse, now, successor)),
    ...keyIcon(key, isInUse, now),
    tooltip: { heading: name, facts },
    contextValue: isInUse ? 'key key.inUse' : 'key',
    copyId: key.id,
    details: { title: name, fields: key, facts: () => facts },
    subject: key,
  };
}

function keyIcon(key: ApiKey, isInUse: boolean, now: number): Pick<Row, 'icon' | 'color'> {
  switch (keyExpiry(key, now).kind) {
    case 'expired':
      return { icon: 'error', color: 'list.errorForeground' };
    case 'soon':
      return { icon: 'warning', color: 'list.warningForeground' };
    case 'later':
    case 'unknown':
      return isInUse ? { icon: 'key', color: 'charts.green' } : { icon: 'lock' };
  }
}

function noticeRows(inUse: KeyInUse, { selectKeyInUse }: KeysActions): Row[] {
  switch (inUse.kind) {
    case 'listed':
      return [];
    case 'unknown': {
      const label = l10n.t('Select Key in Use');
      return [
        {
          id: 'keys/unknown',
          label,
          icon: 'question',
          tooltip: { heading: label, facts: [], notes: [whyAskedText()] },
          press: { title: label, run: () => void selectKeyInUse() },
        },
      ];
    }
    case 'unlisted': {
      const label = l10n.t('The key in use is no longer listed');
      const note = l10n.t(
        'It was deleted elsewhere and works only until its access token expires. Create a key for this connection, or sign in with another one.',
      );
      return [
        {
          id: 'keys/unlisted',
          label,
          icon: 'warning',
          color: 'list.warningForeground',
          tooltip: { heading: label, facts: [[l10n.t('ID'), inUse.keyId]], notes: [note] },
          command: { id: 'swath.createKey', title: label },
        },
      ];
    }
  }
}

/** The key that replaced this one in a rotation, as its proposed description shows; the latest one. */
function successorAmong(keys: readonly ApiKey[], { id, description, date }: ApiKey): ApiKey | undefined {
  const created = (key: Pick<ApiKey, 'date'>) => parseMoment(key.date)?.time ?? NaN;
  return keys
    .filter(key => key.id !== id && created(key) > created({ date }))
    .filter(key => key.description === descriptionAfter(description, isoDay(created(key))))
    .toSorted((a, b) => created(b) - created(a))[0];
}
