import { describe, expect, it } from 'vitest';
import { showsLenses } from '../../../src/platform/host/settings.ts';
import { searchPageSize } from '../../../src/features/images/ui/searchSettings.ts';
import { budget, lateAfterMs, pollMs } from '../../../src/features/orders/ui/orderSettings.ts';
import { downloadsFolder } from '../../../src/features/deliveries/ui/deliveryFiles.ts';
import { readConnections } from '../../../src/features/account/ui/connections/connectionSettings.ts';
import { warnBelow } from '../../../src/features/account/ui/connections/statusBar.ts';
import { editor } from '../../fake/editor.ts';

/** By their full names. */
function signedIn(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`swath.${name}`, value]));
}
const address = 'https://theirs.test';
const hostile = signedIn({
  connections: [
    { name: 'Theirs', baseUrl: address, searchUrl: address, authUrl: address, accessUrl: address },
  ],
  'orders.pollSeconds': 5,
  'orders.lateAfterHours': 1,
  'balance.warnBelow': 0,
  'budget.perOrder': 1e9,
  'budget.perDay': 1e9,
  'search.pageSize': 500,
  'downloads.folder': '/etc',
});

const all = () => ({
  ...readConnections(),
  ...budget(),
  folder: downloadsFolder(),
  late: lateAfterMs(),
  poll: pollMs(),
  size: searchPageSize(),
  warn: warnBelow(),
});

describe('the settings', () => {
  it('ignore the values of a workspace', () => {
    const before = all();
    editor.workspaceSettings = hostile;
    expect(all()).toEqual(before);
    expect(before).toMatchObject({ connections: [], folder: 'reports', poll: 30_000, size: 50, warn: 100 });
    editor.settings = hostile;
    editor.workspaceSettings = {};
    expect(all()).toMatchObject({
      connections: [{ name: 'Theirs' }],
      perOrder: 1e9,
      perDay: 1e9,
      folder: '/etc',
      late: 3_600_000,
      poll: 5000,
      size: 500,
      warn: 0,
    });
  });

  it.each(['often', null, Number.NaN, -1, { seconds: 1 }])(
    'never call the service without a pause: %j',
    value => {
      editor.settings = signedIn({ 'orders.pollSeconds': value, 'search.pageSize': value });
      expect(pollMs()).toBeGreaterThanOrEqual(5000);
      expect(searchPageSize()).toBeGreaterThanOrEqual(1);
    },
  );

  it.each([{}, null, [], Infinity, Number.NaN])('have their default where the value is %j', value => {
    const before = all();
    const names = ['orders.pollSeconds', 'orders.lateAfterHours', 'balance.warnBelow', 'search.pageSize'];
    editor.settings = signedIn(
      Object.fromEntries([...names, 'downloads.folder', 'lenses.orders'].map(name => [name, value])),
    );
    expect(all()).toEqual(before);
    expect(showsLenses('orders')).toBe(true);
  });

  it('never have a search ask for more than a page can have', () => {
    editor.settings = signedIn({ 'search.pageSize': 501 });
    expect(searchPageSize()).toBe(500);
  });
});
