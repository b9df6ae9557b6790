import { describe, expect, it } from 'vitest';
import { coverageProblems, problemsOfRow, statementsOf, tableOf, unnamed, type Report } from './coverage.ts';
import { routeOf } from './recording.ts';
import { specification } from './specification.ts';
import type { StatementMeta } from './statement.ts';

const row = specification.find(({ id }) => id === 'get.contract') ?? expect.fail('The row is missing.');
const route = 'GET /api/v1/contracts/{contractId}';
const good: StatementMeta = {
  rows: [row.id],
  text: 'a statement',
  calls: ['contract', 'profile'],
  routes: [route],
};

const reportOf = (...results: [string, StatementMeta | undefined][]): Report => ({
  testResults: [
    {
      name: 'one.test.ts',
      assertionResults: results.map(([status, statement]) => ({
        status,
        meta: statement ? { statement } : {},
      })),
    },
  ],
});

describe('the coverage of the specification', () => {
  it('has each row once', () => {
    expect(new Set(specification.map(({ id }) => id)).size).toBe(specification.length);
  });

  it('misses nothing of a row that is stated', () => {
    expect(problemsOfRow(row, [good])).toEqual([]);
  });

  it.each([
    ['no statement', [], 'has no statement'],
    ['the statement of another row', [{ ...good, rows: ['get.me'] as const }], 'has no statement'],
    ['a statement that does not call its function', [{ ...good, calls: ['profile'] }], 'calls contract'],
    ['a statement that does not take its route', [{ ...good, routes: [] }], `takes ${route}`],
  ])('misses what a row lacks with %s', (_what, statements, words) => {
    expect(problemsOfRow(row, statements)).toEqual([expect.stringContaining(words)]);
  });

  it('counts no statement that failed or was left out, and no other test', () => {
    const report = reportOf(['failed', good], ['skipped', good], ['passed', undefined], ['passed', good]);
    expect(statementsOf(report)).toEqual([good]);
  });

  it('misses a function or a route that no row names', () => {
    expect(unnamed(['contract'], ['GET /api/v1/contracts/:id'])).toEqual([]);
    expect(unnamed(['newFunction'], ['GET /api/v1/new/:id'])).toEqual([
      expect.stringContaining('newFunction'),
      expect.stringContaining('GET /api/v1/new/:id'),
    ]);
  });

  it('misses a page that is not what the run makes, with the command that writes it', async () => {
    const problems = await coverageProblems(reportOf(['passed', good]));
    expect(problems.at(-1)).toMatch(/docs\/coverage\.md .* `npm run coverage`/);
  });

  it('shows a statement of both dialects once', () => {
    const table = tableOf([good, good, { ...good, text: 'a | b' }]);
    expect(table).toContain(`| One contract | \`contract\` | \`${route}\` | a statement<br>a \\| b |`);
  });

  it('tells routes apart that look alike', () => {
    expect(routeOf('GET', '/api/v1/subscriptions/s1/revoke')).toBe(
      'GET /api/v1/subscriptions/{subscription_id}/revoke',
    );
    expect(routeOf('GET', '/api/v1/s1/revoke')).toBe('GET /api/v1/{subscriptionId}/revoke');
    expect(routeOf('GET', '/api/v1/me/services')).toBe('GET /api/v1/me/services');
    expect(routeOf('POST', '/api/v1/me')).toBeUndefined();
  });
});
