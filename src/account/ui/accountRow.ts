import * as l10n from '@vscode/l10n';
import type { Profile } from '../../model/account/account.ts';
import { dayText, momentText } from '../../model/words/momentText.ts';
import { linkFacts, otherFacts } from '../../editor/fieldFacts.ts';
import { emptyRow, factRow, type Fact, type Row } from '../../editor/row.ts';

/** The user's own account: who that is to the service, since when, and under which licence. */
export function accountRow(profile: Profile): Row {
  const id = 'account';
  const label = l10n.t('Account');
  const said = [profile.id, profile.status].filter(part => part !== undefined);
  return {
    id,
    label,
    description: said.join(' · '),
    spoken: [label, ...said].join(', '),
    icon: 'account',
    tooltip: { heading: label, facts: factsOf(profile) },
    details: { title: label, fields: profile.fields },
    ...(profile.id === undefined ? {} : { copyId: profile.id }),
    children: () => childrenOf(id, profile),
  };
}

function childrenOf(above: string, profile: Profile): readonly Row[] {
  const { id, status, createdAt, roles, licences, fields } = profile;
  const row = (part: string, name: string, value: string | undefined, rest: Partial<Row> = {}): Row[] =>
    value === undefined || value === '' ? [] : [factRow(`${above}/${part}`, name, value, rest)];
  const rows = [
    ...row('id', l10n.t('User'), id, id === undefined ? {} : { copyId: id }),
    ...row('status', l10n.t('Status'), status),
    ...row('created', l10n.t('Created'), createdAt && dayText(createdAt), {
      tooltip: { heading: l10n.t('Created'), facts: [[l10n.t('At'), momentText(createdAt)]] },
    }),
    ...row('roles', l10n.t('Roles in the contract'), roles.join(', ')),
    ...row('licences', l10n.t('Licences'), licences.join(', ')),
    ...linksRows(`${above}/links`, linkFacts(fields)),
  ];
  return rows.length === 0 ? [emptyRow(above, l10n.t('The service tells nothing of the user'))] : rows;
}

/** Where the profile leads to. The addresses need a token, so nothing opens them. */
function linksRows(id: string, links: readonly Fact[]): Row[] {
  if (links.length === 0) return [];
  const names = links.map(([name]) => name).join(', ');
  const rows = links.map(([name, address = ''], index) => factRow(`${id}/${index}`, name, address));
  return [factRow(id, l10n.t('Links'), names, { icon: 'link', children: () => rows })];
}

function factsOf(profile: Profile): Fact[] {
  return [
    [l10n.t('User'), profile.id],
    [l10n.t('Status'), profile.status],
    [l10n.t('Created'), momentText(profile.createdAt)],
    [l10n.t('Roles in the contract'), profile.roles.join(', ')],
    [l10n.t('Licences'), profile.licences.join(', ')],
    ...otherFacts(profile.fields, namedFields),
  ];
}

/** The contract has rows of its own. */
const namedFields: readonly string[] = [
  'id',
  'status',
  'createdAt',
  'roles',
  'licence',
  'licences',
  'license',
  'licenses',
  'contract',
];
