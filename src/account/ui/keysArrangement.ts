import * as l10n from '@vscode/l10n';
import { nameOfKey, type ApiKey } from '../../model/account/apiKey.ts';
import { momentOf } from '../../model/words/moment.ts';
import type { Arrangement, ArrangementChoices } from '../../editor/arrangement.ts';

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
export const keysAtFirst: Arrangement = {
  sortBy: 'expiry',
  descending: false,
  groupBy: undefined,
  filters: {},
  text: '',
};
