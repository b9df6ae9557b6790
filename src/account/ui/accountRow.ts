import * as l10n from '@vscode/l10n';
import type { Profile } from '../../model/account/account.ts';
import { momentText } from '../../model/words/momentText.ts';
import { linkFacts, otherFacts } from '../../editor/fieldFacts.ts';
import { factRow, factRows, said, type Fact, type Row } from '../../editor/row.ts';

/** The user's own account: who that is to the service, since when, and under which licence. */
export function accountRow(profile: Profile): Row {
  const id = 'account';
  const label = l10n.t('Account');
  const facts: Fact[] = [
    [l10n.t('User'), profile.id],
    [l10n.t('Status'), profile.status],
    [l10n.t('Created'), momentText(profile.createdAt)],
    [l10n.t('Roles in the contract'), profile.roles.join(', ')],
    [l10n.t('Licences'), profile.licences.join(', ')],
  ];
  const named = [...Object.keys(profile), 'licence', 'license', 'licenses'];
  return {
    id,
    ...said(label, [profile.id, profile.status]),
    icon: 'account',
    tooltip: { heading: label, facts: [...facts, ...otherFacts(profile.fields, named)] },
    details: { title: label, fields: profile.fields },
    ...(profile.id === undefined ? {} : { copyId: profile.id }),
    children: () => [...factRows(id, facts), ...linksRows(`${id}/links`, linkFacts(profile.fields))],
  };
}

/** Where the profile leads to. The addresses need a token, so nothing opens them. */
function linksRows(id: string, links: readonly Fact[]): Row[] {
  if (links.length === 0) return [];
  const names = links.map(([name]) => name).join(', ');
  return [factRow(id, l10n.t('Links'), names, { icon: 'link', children: () => factRows(id, links) })];
}
