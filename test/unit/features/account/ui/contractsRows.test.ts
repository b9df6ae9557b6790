import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { drawn, factsOf, rowAt } from '../../../platform/drawn.ts';
import { apiError, settle } from '../../../fakes.ts';
import { premium, setUp } from './contractsSetup.ts';

describe('the Contracts view', () => {
  it('is empty while signed out', async () => {
    const { session, rows } = await setUp();
    await session.signOut();
    expect(rows()).toEqual([]);
  });

  it('shows the contract with all its facts', async () => {
    const { rows, settled } = await setUp();
    expect(drawn(rows())).toEqual(['Loading…']);
    expect(drawn(await settled())).toEqual([
      'Acme | Premium · active · 5,000 credits',
      'Consumption',
      'Roles | 1 of 9',
      'Account | u1',
    ]);
    const contractRow = rowAt(rows(), 'Acme');
    expect(contractRow).toMatchObject({ isOpen: true, copyId: 'c1', details: { fields: premium.fields } });
    expect(drawn(contractRow.children?.() ?? [])).toEqual([
      'Contract | c1',
      'Name | acme',
      'Type | Premium',
      'Status | active',
      'Balance | 5,000 credits',
      'Private workspace | bluefox · w1',
      'Created | 2022-01-07',
      'End | not reported',
      'Can order | Analytic report, Image product',
      'Payments',
    ]);
    expect(factsOf(contractRow)).toMatchObject({
      Contract: 'c1',
      Name: 'acme',
      'Can order': 'Analytic report, Image product (by area; by tiles viewed, deprecated)',
      sector: 'ports',
    });
  });

  it.each<[string, RegExp | undefined]>([
    ['pending', /pending/],
    ['ERROR', /error with this contract.*c1/],
    ['created', undefined],
    ['active', undefined],
    ['from-the-future', undefined],
  ])('has a text warning for a contract that is %s, or none', async (status, words) => {
    const { settled } = await setUp({ contract: { ...premium, status } });
    const [contractRow] = await settled();
    const [first] = contractRow?.children?.() ?? [];
    if (words) expect(first).toMatchObject({ label: expect.stringMatching(words) as unknown, copyId: 'c1' });
    else expect(first?.label).toBe('Contract');
    // Every contract in use is created, which says nothing.
    expect(contractRow?.description?.includes(status)).toBe(status !== 'created');
    expect(contractRow && factsOf(contractRow).Status?.toLowerCase()).toBe(
      status === 'created' ? undefined : status.toLowerCase(),
    );
  });

  it('ends on the day that the service reports, and a tooltip has the time', async () => {
    const { settled } = await setUp({
      contract: { ...premium, endedAt: '2027-01-31T12:00:00Z', fields: { amountUnit: 'credits' } },
    });
    const row = rowAt(await settled(), 'Acme');
    expect(rowAt(row.children?.() ?? [], 'End').description).toBe('2027-01-31');
    expect(factsOf(row).End).toMatch(/^2027-01-31 12:00:00 UTC/);
    expect(factsOf(row)).not.toHaveProperty('amountUnit');
  });

  it('shows the size of a geofence, and opens it', async () => {
    const square: Position[][] = [
      [
        [5, 43],
        [5.1, 43],
        [5.1, 43.1],
        [5, 43.1],
        [5, 43],
      ],
    ];
    const geometry = { type: 'MultiPolygon' as const, coordinates: [square, square] };
    const { settled } = await setUp({ contract: { ...premium, geofence: { geometry, areaKm2: 181.4 } } });
    const row = rowAt(await settled(), 'Acme', 'Geofence');
    expect(row.description).toBe('181 km² in 2 parts');
    expect(row.details?.fields).toEqual(geometry);
  });
});

describe('the consumption', () => {
  it('says what its list of subscriptions lacks', async () => {
    const uses = [{ name: 'Port', consumed: undefined, max: undefined, isEstimate: undefined }];
    const lacking = { remaining: undefined, uses, fields: {}, unreadable: 1, isWhole: false };
    const { rows, settled } = await setUp({}, { consumption: () => Promise.resolve(lacking) });
    await settled();
    rowAt(rows(), 'Consumption').children?.();
    await settle();
    expect(drawn(rowAt(rows(), 'Consumption').children?.() ?? []).slice(0, 2)).toEqual([
      'The list may be incomplete | 1 of 2+',
      "1 entry couldn't be read | Show Log",
    ]);
  });
});

describe('further contracts', () => {
  const permissions = [
    { contractId: 'c1', kind: 'contract.user' },
    { contractId: 'c2', kind: 'contract.owner' },
    { contractId: 'c2', kind: 'contract.user' },
    { contractId: 'c3', kind: undefined },
  ];

  it('end with how many of the profile could not be read', async () => {
    const { settled } = await setUp({ permissions, unreadPermissions: 2 });
    expect(drawn(await settled()).slice(4)).toEqual([
      'Contract c2 | contract.owner · contract.user',
      'Contract c3',
      "2 entries couldn't be read | Show Log",
    ]);
  });

  it('are requested one by one when they are opened; one that fails is a row', async () => {
    const requested: string[] = [];
    const read = (id: string) => {
      requested.push(id);
      return id === 'c2'
        ? Promise.resolve({ ...premium, id: 'c2', companyName: 'Beta' })
        : Promise.reject(apiError('notFound', 404));
    };
    const { rows, settled } = await setUp({ permissions }, { contract: read });
    expect(drawn(await settled()).slice(4)).toEqual([
      'Contract c2 | contract.owner · contract.user',
      'Contract c3',
    ]);
    expect(requested).toEqual([]);
    rowAt(rows(), 'Contract c2').children?.();
    rowAt(rows(), 'Contract c3').children?.();
    await settle();
    expect(requested).toEqual(['c2', 'c3']);
    expect(drawn(rows()).slice(4)).toEqual(['Beta | Premium · active · 5,000 credits', 'Contract c3']);
    expect(rowAt(rows(), 'Beta').id).toBe('contract/c2');
    expect(drawn(rowAt(rows(), 'Beta').children?.() ?? [])[0]).toBe('Contract | c2');
    expect(drawn(rowAt(rows(), 'Contract c3').children?.() ?? [])).toEqual([
      "Try Again | Can't load: Contract c3",
    ]);
  });
});
