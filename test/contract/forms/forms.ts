import { describe, it } from 'vitest';
import { type Client, createClient } from '../../../src/service/wire/client.ts';
import { tokenPath } from '../service.ts';
import type { RowId } from '../specification.ts';

// For the tests of this folder: each row of the specification whose form isn't shown, in the forms that a service might
// choose. Nothing but the client is asked; what the sandbox sends of them is in `src/sandbox/dialects`.

export type Fields = Readonly<Record<string, unknown>>;
/** By method and path; a function gets the query. */
export type Bodies = Readonly<Record<string, unknown>>;

export const origin = 'https://service.test';
export const elsewhere = 'https://files.elsewhere.test';
export const id = 'c-1';

export interface Sent {
  url: string;
  authorization: string | undefined;
}

/** A client of a service that has these answers and no others. */
export function clientOf(bodies: Bodies): Client & { sent: Sent[]; warnings: string[] } {
  const sent: Sent[] = [];
  const warnings: string[] = [];
  const client = createClient({
    connection: { name: 'Test', baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin },
    apiKey: 'AAECAwQFBgcICQoLDA0ODw==',
    fetch: (url, init) => {
      const { pathname, searchParams } = new URL(url);
      if (pathname === tokenPath)
        return Promise.resolve(
          Response.json({ access_token: 'tok', expires_in: 3600, token_type: 'bearer' }),
        );
      const { Authorization } = (init.headers ?? {}) as Record<string, string>;
      sent.push({ url, authorization: Authorization });
      const answer = bodies[`${init.method ?? 'GET'} ${pathname}`] ?? bodies[pathname];
      const body: unknown =
        typeof answer === 'function' ? (answer as (q: URLSearchParams) => unknown)(searchParams) : answer;
      if (body instanceof Response) return Promise.resolve(body);
      return Promise.resolve(body === undefined ? Response.json({}, { status: 404 }) : Response.json(body));
    },
    log: () => undefined,
    warn: line => warnings.push(line),
    onRefused: () => undefined,
    retryDelayMs: 1,
    orderPaceMs: 0,
  });
  return Object.assign(client, { sent, warnings });
}

/** A value in each form that a text may have. */
export const textForms = (value: string): [form: string, sent: unknown][] => [
  ['text', value],
  ['an object with a value', { value }],
  ['an object with an id', { id: value }],
  ['an object with a name', { name: value }],
  ['an object with a code', { code: value }],
  ['a list of one', [value]],
];

export const numberForms = (value: number): [form: string, sent: unknown][] => [
  ['a number', value],
  ['text', String(value)],
  ['an object with a value', { value }],
  ['an object with an amount', { amount: value, unit: 'credits' }],
  ['text with its unit', `${value} credits`],
];

export const flagForms: [form: string, sent: unknown, expected: boolean][] = [
  ['a boolean', true, true],
  ['text', 'false', false],
  ['text of another case', 'True', true],
  ['a digit', 1, true],
  ['an object', { value: false }, false],
];

/** One thing as an answer of its own. */
export const wrappings = (name: string): [form: string, wrap: (body: Fields) => unknown][] => [
  ['bare', body => body],
  ['below its name', body => ({ [name]: body })],
  ['below data', body => ({ data: body })],
  ['as a list of one', body => [body]],
  [
    'in capitals',
    body =>
      Object.fromEntries(
        Object.entries(body).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]),
      ),
  ],
  [
    'in snake case',
    body =>
      Object.fromEntries(
        Object.entries(body).map(([key, value]) => [
          key.replaceAll(/(?<!^_?)[A-Z]/g, letter => `_${letter.toLowerCase()}`),
          value,
        ]),
      ),
  ],
];

/** One page of a list. */
export const envelopes = (name: string): [form: string, envelop: (items: unknown[]) => unknown][] => [
  ['items', items => ({ items })],
  ['a bare list', items => items],
  ['items with a total', items => ({ items, totalResults: items.length, itemsPerPage: 50, startIndex: 0 })],
  ['items with total', items => ({ items, total: items.length })],
  ['its name', items => ({ [name]: items })],
  ['data and meta', items => ({ data: items, meta: { total: items.length } })],
  ['results and count', items => ({ count: items.length, next: null, results: items })],
  ['content', items => ({ content: items, totalElements: items.length, totalPages: 1, number: 0, size: 20 })],
  ['embedded', items => ({ _embedded: { [name]: items }, page: { size: 20, totalElements: items.length } })],
  ['hydra', items => ({ 'hydra:member': items, 'hydra:totalItems': items.length })],
  ['by id', items => ({ items: Object.fromEntries(items.map((item, index) => [String(index), item])) })],
  ['a page of items', items => ({ page: { number: 1, items } })],
];

export type Check = [row: RowId, form: string, run: () => Promise<void>];

export function testForms(title: string, checks: Check[]): void {
  describe(title, () => {
    it.each(checks)('%s: %s', async (_row, _form, run) => run());
  });
}
