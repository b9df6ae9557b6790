import { describe, expect, it } from 'vitest';
import type { Use } from '../../../../../src/service/rules/subscription.ts';
import type { Client } from '../../../../../src/service/wire/client.ts';
import { drawn, factsOf, rowAt } from '../../../platform/drawn.ts';
import { settle } from '../../../fakes.ts';
import { premium, setUp } from './contractsSetup.ts';

describe('the roles', () => {
  it('are shown with what they allow, and in words for a screen reader', async () => {
    const { settled } = await setUp();
    const rows = (await settled()).find(({ id }) => id === 'roles')?.children?.() ?? [];
    expect(rows).toHaveLength(9);
    expect(rows[0]).toMatchObject({
      label: 'verde',
      icon: 'pass',
      spoken: 'verde, granted, Vegetation and crops',
    });
    expect(rowAt(rows, 'tasking')).toMatchObject({ icon: 'circle-slash' });
    expect(rowAt(rows, 'tasking').spoken).toMatch(/^tasking, not granted, /);
    expect(rowAt(rows, 'ocean-finder')).toMatchObject({
      icon: 'question',
      spoken: expect.stringMatching(/unknown/) as unknown,
    });
  });
});

describe('the account', () => {
  it('is shown with license and roles', async () => {
    const { settled } = await setUp({
      status: 'created',
      createdAt: '2023-01-10T12:00:00Z',
      roles: ['user', 'contractViewer'],
      licences: ['standard'],
      fields: { id: 'u1', language: 'fr', _links: { self: { href: 'https://x/me' } } },
    });
    const row = rowAt(await settled(), 'Account');
    expect(row.description).toBe('u1');
    expect(drawn(row.children?.() ?? [], 1)).toEqual([
      'User | u1',
      'Created | 2023-01-10',
      'Roles | user, contractViewer',
      'Licenses | standard',
    ]);
    expect(factsOf(row)).toMatchObject({ language: 'fr' });
    expect(row.copyId).toBe('u1');
  });
});

describe('the consumption', () => {
  const kB = (value: number) => ({ value, unit: 'kB' });

  async function lines(consumption: Awaited<ReturnType<Client['consumption']>>, balance = true) {
    const of = balance ? {} : { contract: { ...premium, balance: undefined } };
    const { rows, settled } = await setUp(of, { consumption: () => Promise.resolve(consumption) });
    await settled();
    rowAt(rows(), 'Consumption').children?.();
    await settle();
    return rowAt(rows(), 'Consumption').children?.() ?? [];
  }

  it('is shown as a share of each allowance, with the plan if one matches', async () => {
    const estimated: Use[] = [
      { name: 'Guessed', consumed: kB(1_000_000), max: kB(2_000_000), isEstimate: true },
      { name: 'Guessed alone', consumed: { value: 7, unit: 'credits' }, max: undefined, isEstimate: true },
    ];
    const rows = await lines({
      remaining: { value: 4200, unit: 'credits' },
      uses: [
        { name: 'streaming', consumed: kB(3_100_000), max: kB(10_000_000), isEstimate: false },
        { name: 'Imagery by volume', consumed: kB(0), max: kB(14_000_000), isEstimate: undefined },
        {
          name: 'imagery',
          consumed: { value: 1240, unit: 'credits' },
          max: undefined,
          isEstimate: undefined,
        },
        { name: 'Quiet', consumed: undefined, max: kB(4_000_000), isEstimate: undefined },
        { name: 'Silent', consumed: undefined, max: undefined, isEstimate: undefined },
        ...estimated,
      ],
      fields: {},
    });
    expect(drawn(rows)).toEqual([
      'Remaining | 4,200 credits',
      'streaming | ▰▰▱▱▱ 3.1 of 10 GB · 31 % · Streaming plan: standard',
      'Imagery by volume | ▱▱▱▱▱ 0 of 14 GB · 0 %',
      'imagery | 1,240 credits',
      'Quiet | 4 GB',
      'Silent | unknown',
      'Guessed | ▰▰▰▱▱ ≈ 1 of 2 GB · 50 %',
      'Guessed alone | ≈ 7 credits',
    ]);
    expect(rows[1]?.spoken).toBe('streaming, 3.1 of 10 GB, 31 %, Streaming plan: standard');
    expect(factsOf(rows[1] ?? rowAt([]))).toEqual({
      Used: '3,100,000 kB',
      Allowance: '10,000,000 kB',
      'Streaming plan': 'standard',
    });
  });
});
