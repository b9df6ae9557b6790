import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../../../src/service/rules/subscription.ts';
import type { Client } from '../../../../src/service/wire/client.ts';
import type { HostCertificate, Probe } from '../../../../src/service/wire/probe.ts';
import type { Session } from '../../../../src/session/session.ts';
import {
  diagnose,
  type DiagnosisParts,
  diagnosisText,
  type Finding,
  type Section,
} from '../../../../src/features/account/diagnosis.ts';
import { apiError, connection, contract, fakeClient } from '../../fakes.ts';

const reached = (address: string): Probe => ({
  address,
  status: 200,
  milliseconds: 12.4,
  clockAheadMs: 400,
  failure: undefined,
});

const trusted: HostCertificate = {
  protocol: 'TLSv1.3',
  subject: 'base.test',
  issuer: 'Authority',
  validTo: 'Jan  1 00:00:00 2030 GMT',
  distrust: undefined,
};

function signedIn(client: Partial<Client>): Session {
  return { kind: 'signedIn', connection, client: () => Promise.resolve(fakeClient(client)) };
}

const platform: Subscription = {
  id: 's1',
  status: 'active',
  title: 'Data',
  kind: 'subscription.data.premium',
  service: 'data',
  startedAt: undefined,
  endedAt: undefined,
  isAmountEstimated: undefined,
  offers: ['order.data.product'],
  amountConsumed: undefined,
  amountMax: undefined,
  fields: {},
};

const profileOf = (status: string, balance: number) =>
  Promise.resolve({ id: 'u', contract: { ...contract(balance), status } } as Awaited<
    ReturnType<Client['profile']>
  >);

const wellServed: Partial<Client> = {
  // As those of all contracts in use, which says nothing.
  profile: () => profileOf('created', 5000),
  keys: () => Promise.resolve([]),
  services: () => Promise.resolve({ 'platform-data': true, verde: false }),
  subscriptions: () => Promise.resolve([platform]),
};

/** Every host is reached and trusted, except for what a test says about a URL. */
const checks = (
  seen: (address: string) => Partial<Probe> = () => ({}),
  certificate: (address: string) => Promise<HostCertificate> = () => Promise.resolve(trusted),
): NonNullable<DiagnosisParts['checks']> => ({
  probe: (_fetch, address) => Promise.resolve({ ...reached(address), ...seen(address) }),
  readCertificate: certificate,
});

function examine(parts: Partial<DiagnosisParts>): Promise<Section[]> {
  return diagnose({
    session: { kind: 'signedOut' },
    connection,
    fetch: () => Promise.reject(new Error('fetch was not expected')),
    isDirect: true,
    routes: ['straight'],
    now: () => 0,
    describe: () => 'Refused.',
    checks: checks(),
    ...parts,
  });
}

const flat = (sections: Section[]): Finding[] => sections.flatMap(({ findings }) => findings);
const below = (level: Finding['level'], sections: Section[]) =>
  flat(sections)
    .filter(finding => finding.level === level)
    .map(({ text }) => text);

describe('a diagnosis', () => {
  it('finds no problem where there is none', async () => {
    const sections = await examine({ session: signedIn(wellServed) });
    expect(below('problem', sections)).toEqual([]);
    const good = below('good', sections);
    expect(good).toContain('Account and Orders (https://base.test): reached in 12 ms (status 200)');
    expect(good).toContain(
      'TLS base.test: TLSv1.3, base.test, issuer: Authority, valid to: Jan  1 00:00:00 2030 GMT',
    );
    expect(good).toContain('Token for key management (client id AAA)');
    expect(good).toContain('Contract c1 · 5,000 credits');
    expect(good).toContain('Roles: platform-data');
    expect(good).toContain('Data · data, premium · active');
    expect(good).toContain('Image product: paid by Data');
    expect(below('warning', sections)).toEqual([
      'Image product by volume: your subscriptions pay only for: Image product',
    ]);
  });

  it('leaves out the network where nothing is known of it, and says that any answer of a host counts', async () => {
    const sections = await examine({ routes: [], checks: checks(() => ({ status: 404 })) });
    expect(sections.map(({ title }) => title)).toEqual(['Hosts', 'API key']);
    expect(below('good', sections)).toContain(
      'Account and Orders (https://base.test): reached in 12 ms (answers 404 to this check, which needs only an answer)',
    );
  });

  it('reports which host is not reached, and why', async () => {
    const lost = { status: undefined, failure: 'getaddrinfo ENOTFOUND' };
    const sections = await examine({
      checks: checks(address => (address === connection.searchUrl ? lost : {})),
    });
    expect(below('problem', sections)).toEqual([
      "Can't reach Image Search (https://search.test): getaddrinfo ENOTFOUND",
    ]);
  });

  it.each([
    [-31_000, "This machine's clock differs from the service's by 31 s."],
    [31_000, "This machine's clock differs from the service's by -31 s."],
    [29_000, undefined],
  ])('judges a clock that is %d ms off', async (clockAheadMs, warning) => {
    const sections = await examine({ checks: checks(() => ({ clockAheadMs })) });
    expect(new Set(below('warning', sections))).toEqual(new Set(warning === undefined ? [] : [warning]));
  });

  it('shows a certificate that is not trusted, and identifies the cause of a failed handshake', async () => {
    const sections = await examine({
      checks: checks(undefined, address =>
        address === connection.baseUrl
          ? Promise.resolve({ ...trusted, distrust: 'SELF_SIGNED_CERT_IN_CHAIN' })
          : Promise.reject(new Error('connect ECONNREFUSED')),
      ),
    });
    expect(below('warning', sections).join()).toContain('SELF_SIGNED_CERT_IN_CHAIN');
    expect(below('skipped', sections)).toContain('TLS search.test: connect ECONNREFUSED');
  });

  it('checks no certificate behind a proxy', async () => {
    const sections = await examine({ isDirect: false });
    expect(flat(sections).filter(({ text }) => text.startsWith('TLS'))).toEqual([]);
  });

  it('does not try a refused key', async () => {
    const refusal = { at: 0, keyWasAccepted: true, keyMark: 'abcd' };
    const sections = await examine({ session: { kind: 'refused', connection, refusal } });
    expect(below('problem', sections)).toEqual([
      'The key was refused at 1970-01-01T00:00:00.000Z. Nothing is sent until you sign in again.',
    ]);
    expect(sections.map(({ title }) => title)).toEqual(['Hosts', 'Network', 'API key']);
  });

  it('requests no second token after the first was refused', async () => {
    const sections = await examine({
      session: signedIn({
        signIn: () => Promise.reject(apiError('denied', 403)),
        keys: () => Promise.reject(new Error('a second exchange')),
        profile: () => Promise.reject(apiError('suspended')),
      }),
    });
    expect(below('problem', sections)).toEqual([
      'Token for imagery and account (client id IDP): Refused. (denied: TEST 403)',
      'Refused. (suspended: TEST suspended)',
    ]);
  });

  it('continues if one part of the account cannot be read', async () => {
    const sections = await examine({
      session: signedIn({
        ...wellServed,
        profile: () => profileOf('pending', 5),
        services: () => Promise.reject(apiError('server', 500)),
      }),
    });
    expect(below('problem', sections)).toEqual([
      'Contract c1 · pending · 5 credits',
      'Refused. (server: TEST 500)',
    ]);
    expect(below('good', sections)).toContain('Image product: paid by Data');
  });

  it('assesses no order type if the service does not report what subscriptions offer', async () => {
    const sections = await examine({
      session: signedIn({
        ...wellServed,
        subscriptions: () => Promise.resolve([{ ...platform, offers: [] }]),
      }),
    });
    expect(flat(sections).filter(({ text }) => text.includes('product'))).toEqual([]);
  });

  it('becomes a text that starts with what needs attention', async () => {
    const sections = await examine({});
    const text = diagnosisText('Test', ['Swath 0.1.0'], sections);
    expect(text).toContain('- Swath 0.1.0');
    expect(text).toContain('0 of 10 checks need attention.');
    expect(text).toContain('– Sign in first.');
    const worse = [
      { title: 'T', findings: [{ level: 'warning', text: 'access_denied\n# [x](command:y)' } as const] },
    ];
    // What is quoted stays on its line, as text.
    expect(diagnosisText('Test_1', [], worse)).toMatch(/\n- ⚠ access\\_denied \\# .*command:y\)\n/);
    expect(diagnosisText('Test', [], worse)).toContain('1 of 1 checks need attention.');
  });
});
