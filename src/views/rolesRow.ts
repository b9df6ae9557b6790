import * as l10n from '@vscode/l10n';
import type { Services } from '../model/account/account.ts';
import { rolesOf, type Role } from '../model/account/roles.ts';
import { valueOf, type Reader } from '../state/reading.ts';
import { rowsOf, type Row } from './row.ts';

/** The roles of the user for the services of the platform, `5 of 9`. Asks for them. */
export function rolesRow(services: Reader<Services>): Row {
  services.need();
  const known = valueOf(services.current.peek());
  const label = l10n.t('Roles');
  const count = known && countText(rolesOf(known));
  return {
    id: 'roles',
    label,
    ...(count === undefined ? {} : { description: count, spoken: `${label}: ${count}` }),
    icon: 'shield',
    tooltip: { heading: l10n.t('Services of the platform that the user has a role for'), facts: [] },
    ...(known ? { details: { title: label, fields: known } } : {}),
    children: () =>
      rowsOf(
        'roles',
        l10n.t('The roles'),
        services.current.peek(),
        () => void services.refresh(),
        value => rolesOf(value).map(roleRow),
      ),
  };
}

function countText(roles: readonly Role[]): string {
  return l10n.t('{0} of {1}', roles.filter(role => role.isGranted).length, roles.length);
}

function roleRow({ name, isGranted, opens }: Role): Row {
  const said = grantText(isGranted);
  return {
    id: `roles/${name}`,
    label: name,
    ...(opens === undefined ? {} : { description: opens }),
    spoken: [name, said, opens].filter(part => part !== undefined).join(', '),
    ...iconOf(isGranted),
    tooltip: { heading: name, facts: [[l10n.t('Opens'), opens]], notes: [said] },
  };
}

function grantText(isGranted: boolean | undefined): string {
  if (isGranted === undefined) return l10n.t('the service does not say');
  return isGranted ? l10n.t('granted') : l10n.t('not granted');
}

function iconOf(isGranted: boolean | undefined): Pick<Row, 'icon' | 'colour'> {
  if (isGranted === undefined) return { icon: 'question' };
  return isGranted ? { icon: 'pass', colour: 'charts.green' } : { icon: 'circle-slash' };
}
