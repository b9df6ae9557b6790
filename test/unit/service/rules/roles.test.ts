import { describe, expect, it } from 'vitest';
import { accountRoles, roleNames } from '../../../../src/service/rules/roles.ts';

function grantsOf(services: Record<string, boolean>): [string, boolean | undefined][] {
  return accountRoles(services).map(({ name, isGranted }) => [name, isGranted]);
}

describe('the roles', () => {
  it('are the nine of the specification, each with what it gives access to', () => {
    expect(roleNames).toHaveLength(9);
    for (const { opens } of accountRoles({})) expect(opens).toMatch(/./);
  });

  it('show the granted ones first, then the others, in the order of the specification', () => {
    const services = Object.fromEntries(roleNames.map(name => [name, ['tasking', 'verde'].includes(name)]));
    const names = accountRoles(services).map(({ name }) => name);
    const others = roleNames.filter(name => name !== 'verde' && name !== 'tasking');
    expect(names).toEqual(['verde', 'tasking', ...others]);
  });

  it('recognize the data service by its brand name', () => {
    const roles = grantsOf({ 'skyhouse-data': true });
    expect(roles).toHaveLength(9);
    expect(roles[0]).toEqual(['skyhouse-data', true]);
    expect(accountRoles({ 'skyhouse-data': true })[0]?.opens).toMatch(/Catalog imagery/);
  });
});
