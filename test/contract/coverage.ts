import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { seedState } from '../../src/sandbox/accounts/state.ts';
import { createApp } from '../../src/sandbox/http/app.ts';
import type { Dialect } from '../../src/sandbox/http/service.ts';
import { createClient } from '../../src/service/wire/client.ts';
import { repository } from '../editor/repository.ts';
import { routes, specification, type SpecificationRow } from './specification.ts';
import type { StatementMeta } from './statement.ts';

/** What is read of a report of vitest. */
export interface Report {
  testResults: {
    name: string;
    assertionResults: { status: string; meta: { statement?: StatementMeta } }[];
  }[];
}

/** Which statements of the suite hold each row of the specification: what would be lost shows in a comparison of two versions. */
export const coverageFile = join(repository, 'test/contract/coverage.json');
const rewrite = 'npm run coverage';

/** The statements that hold, in the order of their files. */
export function statementsOf({ testResults }: Report): StatementMeta[] {
  return testResults
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ status, meta }) => (status === 'passed' && meta.statement ? [meta.statement] : []));
}

/** What the file would hide: each a sentence. */
export async function coverageProblems(report: Report): Promise<string[]> {
  const statements = statementsOf(report);
  const written = await readFile(coverageFile, 'utf8').catch(() => '');
  return [
    ...specification.flatMap(row => problemsOfRow(row, statements)),
    ...unnamed(clientFunctions(), sandboxRoutes()),
    ...(written === tableOf(statements)
      ? []
      : [`${relative(repository, coverageFile)} is not what this run makes: run \`${rewrite}\`.`]),
  ];
}

/** What a row says of deployed services is proved by their answers, and what the text says by answers of its letter. */
const isDeployed = (id: string) => id.startsWith('deployed.');
const dialectOf = (id: string) => (isDeployed(id) ? 'for deployed services' : 'by the letter');

function statementsFor(id: SpecificationRow['id'], all: readonly StatementMeta[]): StatementMeta[] {
  const other: Dialect = isDeployed(id) ? 'specification' : 'deployed';
  return all.filter(({ rows, dialect }) => rows.includes(id) && dialect !== other);
}

/** What one row lacks among all statements. */
function problemsOfRow(
  { id, place, row, client, routes: expectedRoutes }: SpecificationRow,
  all: StatementMeta[],
): string[] {
  const name = `${id} (${place}: ${row})`;
  const statements = statementsFor(id, all);
  if (statements.length === 0) return [`${name} has no statement that holds ${dialectOf(id)}.`];
  const calls = new Set(statements.flatMap(meta => meta.calls));
  const hits = new Set(statements.flatMap(meta => meta.routes));
  return [
    ...client.filter(call => !calls.has(call)).map(call => `${name}: no statement of it calls ${call}.`),
    ...expectedRoutes
      .filter(route => !hits.has(route))
      .map(route => `${name}: no statement of it takes ${route}.`),
  ];
}

/** Functions of the client and routes of the sandbox that no row names. */
function unnamed(functions: readonly string[], served: readonly string[]): string[] {
  const named = new Set<string>(specification.flatMap(({ client }) => client));
  const shapes = new Set(routes.map(shapeOf));
  return [
    ...functions
      .filter(name => !named.has(name))
      .map(name => `No row of the specification names the client's ${name}.`),
    ...served
      .filter(route => !shapes.has(shapeOf(route)))
      .map(route => `No row of the specification names the sandbox's ${route}.`),
  ];
}

/** A route without the names of its placeholders, which each side chooses. */
function shapeOf(route: string): string {
  return route.replaceAll(/\{[^}]*\}|:\w+/g, '{}');
}

function clientFunctions(): string[] {
  const address = 'https://service.invalid';
  const client = createClient({
    connection: { name: 'None', baseUrl: address, searchUrl: address, authUrl: address, accessUrl: address },
    apiKey: '',
    fetch: () => Promise.reject(new Error('Nothing is sent here.')),
    log: () => undefined,
    warn: () => undefined,
    onRefused: () => undefined,
  });
  return Object.entries(client).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
}

function sandboxRoutes(): string[] {
  const dialects: Dialect[] = ['specification', 'deployed'];
  const all = dialects.flatMap(dialect =>
    createApp({
      origin: 'https://service.invalid',
      seed: '',
      dialect,
      formSeed: '',
      forms: undefined,
      world: { seed: 0, duplicates: false },
      productionSeconds: 0,
      tokenSeconds: 0,
      suspensionSeconds: 0,
      searchLooks: 0,
      state: seedState('', 0),
      now: () => 0,
      changed: () => undefined,
    }).routes.map(({ method, path }) => `${method} ${path}`),
  );
  // What stands before every route has no method of its own.
  return [...new Set(all)].filter(route => !route.startsWith('ALL '));
}

/** The file, as these statements make it. */
export function tableOf(statements: readonly StatementMeta[]): string {
  const rows = specification.map(({ id }) => [id, textsOf(id, statements)] as const);
  return `${JSON.stringify(Object.fromEntries(rows), undefined, 2)}\n`;
}

function textsOf(id: SpecificationRow['id'], statements: readonly StatementMeta[]): string[] {
  return [...new Set(statementsFor(id, statements).map(({ text }) => text))];
}
