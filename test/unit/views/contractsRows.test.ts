import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/api/client.ts';
import type { Contract, Profile } from '../../../src/model/account.ts';
import type { CountedUse } from '../../../src/model/consumption.ts';
import { createAccount } from '../../../src/state/account.ts';
import { createArrangement } from '../../../src/state/arrangementOwner.ts';
import { createContracts } from '../../../src/state/contracts.ts';
import { contractsRows } from '../../../src/views/contractsRows.ts';
import { paymentsAtFirst } from '../../../src/views/paymentRows.ts';
import { apiError, contract, fakeClient, payment, profile, settle, signedInSession } from '../state/fakes.ts';
import { click, drawn, factsOf, rowAt } from './drawn.ts';

const premium: Contract = {
  ...contract(5000),
  name: 'acme',
  companyName: 'Acme',
  kind: 'contract.platformdata.premium',
  status: 'active',
  createdAt: '2022-01-07T08:00:00Z',
  offers: ['order.analytics-toolbox.archive', 'order.data.product', 'order.data.product'],
  workspaceId: 'w1',
  workspaceName: 'bluefox',
  fields: { id: 'c1', balance: 5000, sector: 'ports' },
};

/** The view at a service whose answers are `parts`. Nothing is read until rows are asked for. */
async function bench(of: Partial<Profile> = {}, parts: Partial<Client> = {}) {
  const service = { broken: false };
  const asked: string[] = [];
  const noted =
    <T>(name: string, value: T) =>
    () => {
      asked.push(name);
      return service.broken ? Promise.reject(apiError('server', 500)) : Promise.resolve(value);
    };
  const client = fakeClient({
    profile: noted('profile', profile({ contract: premium, ...of })),
    services: noted('services', { verde: true, tasking: false }),
    consumption: noted('consumption', { remaining: undefined, uses: [], fields: {} }),
    payments: noted('payments', { items: [payment('p1')], total: 1, isLast: true }),
    ...parts,
  });
  const session = await signedInSession(client);
  const account = createAccount(session);
  const contracts = createContracts(session, account);
  const memory = { read: () => undefined, write: () => undefined };
  const arrangement = createArrangement('contracts', paymentsAtFirst, memory);
  const rows = () => contractsRows({ session, account, contracts, arrangement });
  /** The rows once everything that they asked for is there. */
  const settled = async () => {
    rows();
    await settle();
    rows();
    await settle();
    return rows();
  };
  return { service, asked, session, account, arrangement, rows, settled };
}

describe('the Contracts view', () => {
  it('is empty while nobody is signed in', async () => {
    const { session, rows } = await bench();
    await session.signOut();
    expect(rows()).toEqual([]);
  });

  it('shows the contract with all that it says of itself', async () => {
    const { rows, settled } = await bench();
    expect(drawn(rows())).toEqual(['Loading…']);
    expect(drawn(await settled())).toEqual([
      'Acme | Premium · active · 5,000 credits',
      'Consumption',
      'Roles | 1 of 9',
      'Account | u1',
    ]);
    const own = rowAt(rows(), 'Acme');
    expect(own).toMatchObject({ isOpen: true, copyId: 'c1', details: { fields: premium.fields } });
    expect(drawn(own.children?.() ?? [])).toEqual([
      'Type | Premium',
      'Status | active',
      'Balance | 5,000 credits',
      'Private workspace | bluefox · w1',
      'Created | 2022-01-07',
      'Offers | Analytic report, Image product',
      'Payments',
    ]);
    expect(rowAt(rows(), 'Acme', 'Private workspace').copyId).toBe('w1');
    expect(factsOf(own)).toMatchObject({ Contract: 'c1', Name: 'acme', Company: 'Acme', sector: 'ports' });
  });

  it('reads what is closed only when it is opened', async () => {
    const { asked, rows, settled } = await bench();
    await settled();
    expect(asked.sort()).toEqual(['profile', 'services']);
    rowAt(rows(), 'Consumption').children?.();
    rowAt(rows(), 'Acme', 'Payments').children?.();
    await settle();
    expect(asked.sort()).toEqual(['consumption', 'payments', 'profile', 'services']);
  });

  it('says no more than the service does', async () => {
    const bare = { ...contract(7), balance: undefined };
    const { settled } = await bench({ id: undefined, contract: bare });
    const rows = await settled();
    expect(drawn(rows)).toEqual(['Contract c1', 'Consumption', 'Roles | 1 of 9', 'Account']);
    expect(drawn(rowAt(rows, 'Contract c1').children?.() ?? [])).toEqual(['Payments']);
    expect(drawn(rowAt(rows, 'Account').children?.() ?? [])).toEqual([
      'The service tells nothing of the user',
    ]);
  });

  it('takes another kind of contract for what the service calls it', async () => {
    const evaluation = { ...premium, kind: 'contract.platformdata.techEval' };
    expect(drawn(await (await bench({ contract: evaluation })).settled())[0]).toMatch(/^Acme \| Evaluation/);
    const gold = { ...premium, kind: 'contract.gold' };
    expect(drawn(await (await bench({ contract: gold })).settled())[0]).toMatch(/^Acme \| contract\.gold/);
  });

  it.each<[string, RegExp | undefined]>([
    ['pending', /pending/],
    ['ERROR', /error with this contract.*c1/],
    ['created', undefined],
    ['active', undefined],
    ['from-the-future', undefined],
  ])('warns in words of a contract that is %s, or not', async (status, words) => {
    const { settled } = await bench({ contract: { ...premium, status } });
    const [own] = await settled();
    const [first] = own?.children?.() ?? [];
    if (words) expect(first).toMatchObject({ label: expect.stringMatching(words) as unknown, copyId: 'c1' });
    else expect(first?.label).toBe('Type');
    expect(own?.description).toContain(status);
  });

  it('tells how large a geofence is, and gives it', async () => {
    const square = [
      [
        [5, 43],
        [5.1, 43],
        [5.1, 43.1],
        [5, 43.1],
        [5, 43],
      ],
    ];
    const geofence = { type: 'MultiPolygon', coordinates: [square, square] };
    const { settled } = await bench({ contract: { ...premium, fields: { geofence } } });
    const row = rowAt(await settled(), 'Acme', 'Geofence');
    expect(row.description).toBe('181 km² in 2 parts');
    expect(row.details?.fields).toEqual(geofence);
  });

  it('keeps what it knows over a failing reading, and tries again with a click', async () => {
    const { service, account, settled } = await bench();
    await settled();
    service.broken = true;
    await account.refresh();
    const rows = await settled();
    expect(drawn(rows)[0]).toBe('The contract could not be read. Try again');
    expect(rows).toHaveLength(5);
    service.broken = false;
    const [failed] = rows;
    if (failed) click(failed);
    expect(await settled()).toHaveLength(4);
  });

  it('is one row to try again where nothing can be read', async () => {
    const { service, settled } = await bench();
    service.broken = true;
    expect(drawn(await settled())).toEqual(['The contract could not be read. Try again']);
  });
});

describe('further contracts', () => {
  const permissions = [
    { contractId: 'c1', kind: 'contract.user' },
    { contractId: 'c2', kind: 'contract.owner' },
    { contractId: 'c2', kind: 'contract.user' },
    { contractId: 'c3', kind: undefined },
  ];

  it('are read one by one when they are opened; one that fails is a row', async () => {
    const asked: string[] = [];
    const read = (id: string) => {
      asked.push(id);
      return id === 'c2'
        ? Promise.resolve({ ...premium, id: 'c2', companyName: 'Beta' })
        : Promise.reject(apiError('notFound', 404));
    };
    const { rows, settled } = await bench({ permissions }, { contract: read });
    expect(drawn(await settled()).slice(4)).toEqual([
      'Contract c2 | contract.owner · contract.user',
      'Contract c3',
    ]);
    expect(asked).toEqual([]);
    rowAt(rows(), 'Contract c2').children?.();
    rowAt(rows(), 'Contract c3').children?.();
    await settle();
    expect(asked).toEqual(['c2', 'c3']);
    expect(drawn(rows()).slice(4)).toEqual(['Beta | Premium · active · 5,000 credits', 'Contract c3']);
    expect(rowAt(rows(), 'Beta').id).toBe('contract/c2');
    expect(drawn(rowAt(rows(), 'Beta').children?.() ?? [])[0]).toBe('Type | Premium');
    expect(drawn(rowAt(rows(), 'Contract c3').children?.() ?? [])).toEqual([
      'Contract c3 could not be read. Try again',
    ]);
  });
});

describe('the roles', () => {
  it('are told with what they open, and in words for a screen reader', async () => {
    const { settled } = await bench();
    const rows = (await settled()).find(({ id }) => id === 'roles')?.children?.() ?? [];
    expect(rows).toHaveLength(9);
    expect(rows[0]).toMatchObject({
      label: 'verde',
      icon: 'pass',
      spoken: 'verde, granted, Vegetation and crops',
    });
    expect(rowAt(rows, 'tasking')).toMatchObject({ icon: 'circle-slash' });
    expect(rowAt(rows, 'tasking').spoken).toMatch(/^tasking, not granted, /);
    expect(rowAt(rows, 'ocean-finder')).toMatchObject({ icon: 'question' });
  });

  it('fail alone', async () => {
    const { settled } = await bench({}, { services: () => Promise.reject(apiError('denied', 403)) });
    const rows = await settled();
    expect(drawn(rows)[2]).toBe('Roles');
    expect(drawn(rowAt(rows, 'Roles').children?.() ?? [])).toEqual([
      'The roles could not be read. Try again',
    ]);
  });
});

describe('the account', () => {
  it('is told with licence, roles and links', async () => {
    const { settled } = await bench({
      status: 'created',
      createdAt: '2023-01-10T12:00:00Z',
      roles: ['user', 'contractViewer'],
      licences: ['standard'],
      fields: {
        id: 'u1',
        language: 'fr',
        _links: { self: { href: 'https://x/me' }, orders: { href: 'https://x/o' } },
      },
    });
    const row = rowAt(await settled(), 'Account');
    expect(row.description).toBe('u1 · created');
    expect(drawn(row.children?.() ?? [], 1)).toEqual([
      'User | u1',
      'Status | created',
      'Created | 2023-01-10',
      'Roles in the contract | user, contractViewer',
      'Licences | standard',
      'Links | self, orders',
      '  self | https://x/me',
      '  orders | https://x/o',
    ]);
    expect(factsOf(row)).toMatchObject({ language: 'fr' });
    expect(row.copyId).toBe('u1');
  });
});

describe('the consumption', () => {
  const kB = (value: number) => ({ value, unit: 'kB' });

  async function lines(consumption: Awaited<ReturnType<Client['consumption']>>, balance = true) {
    const of = balance ? {} : { contract: { ...premium, balance: undefined } };
    const { rows, settled } = await bench(of, { consumption: () => Promise.resolve(consumption) });
    await settled();
    rowAt(rows(), 'Consumption').children?.();
    await settle();
    return rowAt(rows(), 'Consumption').children?.() ?? [];
  }

  it('is drawn as a part of each allowance, with the plan where it fits one', async () => {
    const estimated: CountedUse[] = [
      { name: 'Guessed', consumed: kB(1_000_000), max: kB(2_000_000), isEstimate: true },
      { name: 'Guessed alone', consumed: { value: 7, unit: 'credits' }, max: undefined, isEstimate: true },
    ];
    const rows = await lines({
      remaining: { value: 4200, unit: 'credits' },
      uses: [
        { name: 'streaming', consumed: kB(3_100_000), max: kB(10_000_000) },
        { name: 'Imagery by volume', consumed: kB(0), max: kB(14_000_000) },
        { name: 'imagery', consumed: { value: 1240, unit: 'credits' }, max: undefined },
        { name: 'Quiet', consumed: undefined, max: kB(4_000_000) },
        { name: 'Silent', consumed: undefined, max: undefined },
        ...estimated,
      ],
      fields: {},
    });
    expect(drawn(rows)).toEqual([
      'Remaining | 4,200 credits',
      'Streaming | ▰▰▰▱▱▱▱▱▱▱ 31 % · 3.1 of 10 GB · plan standard',
      'Imagery by volume | ▱▱▱▱▱▱▱▱▱▱ 0 % · 0 of 14 GB',
      'Imagery | 1,240 credits',
      'Quiet | up to 4 GB',
      'Silent | unknown',
      'Guessed | ▰▰▰▰▰▱▱▱▱▱ 50 % · ≈ 1 of 2 GB',
      'Guessed alone | ≈ 7 credits',
    ]);
    expect(rows[1]?.spoken).toBe('Streaming, 31 %, 3.1 of 10 GB, plan standard');
    expect(factsOf(rows[1] ?? rowAt([]))).toEqual({
      Consumed: '3,100,000 kB',
      Allowance: '10,000,000 kB',
      'As large as the streaming plan': 'standard',
    });
  });

  it('takes what is left from the contract where it does not say itself, and says so', async () => {
    const [row] = await lines({ remaining: undefined, uses: [], fields: {} });
    expect(row).toMatchObject({
      description: '5,000 credits',
      tooltip: { notes: ['The balance of the contract.'] },
    });
  });

  it('says that it is not told', async () => {
    expect(drawn(await lines({ remaining: undefined, uses: [], fields: {} }, false))).toEqual([
      'The service tells nothing of the consumption',
    ]);
  });
});

describe('the payments of the contract', () => {
  it('are filtered by the arrangement of the view, and shown again with a click', async () => {
    const { arrangement, rows, settled } = await bench();
    await settled();
    rowAt(rows(), 'Acme', 'Payments').children?.();
    await settle();
    expect(drawn(rowAt(rows(), 'Acme', 'Payments').children?.() ?? [])).toHaveLength(2);
    arrangement.filter('type', ['refund']);
    const [none] = rowAt(rows(), 'Acme', 'Payments').children?.() ?? [];
    expect(none?.label).toBe('No loaded payment matches the filter');
    if (none) click(none);
    expect(arrangement.current.value.filters).toEqual({});
  });
});
