/** What every part of the service works on: the options as resolved, the state, the clock. */
import type { SandboxSnapshot } from '../accounts/state.ts';
import type { ChosenForms } from '../dialects/forms.ts';
import { seededUuid } from './random.ts';

/**
 * How the service speaks: by the letter of the specification (nothing else is answered or taken), or as services that
 * run. `serviceAnswers` says what each answers.
 */
export type Dialect = 'specification' | 'deployed';

export interface World {
  readonly seed: number;
  /** Deployed services list some SENSOR acquisitions a second time as ALBUM. */
  readonly duplicates: boolean;
}

export interface Service {
  /** In every link, without a slash at the end. */
  readonly origin: string;
  readonly seed: string;
  readonly dialect: Dialect;
  /** Where the turns of forms begin. */
  readonly formSeed: string;
  readonly forms: ChosenForms | undefined;
  readonly world: World;
  readonly productionSeconds: number;
  readonly tokenSeconds: number;
  readonly suspensionSeconds: number;
  readonly searchLooks: number;
  readonly state: SandboxSnapshot;
  /** Epoch ms. */
  now(): number;
  /** To be called whenever the state has changed. */
  changed(): void;
}

/** What faults make of one request. */
export interface Bindings {
  /** How long a new token is honoured, whatever its answer says. */
  tokenSeconds?: number;
  /** Why a new order's production will fail. */
  productionFailure?: string;
}

export function nextId(service: Service, kind: string): string {
  service.state.serial++;
  return seededUuid(service.seed, `${kind}/${service.state.serial}`);
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** What the service refuses, thrown by the handlers and made into a body in one place. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;
  readonly code: string;
  readonly hint: string | undefined;

  constructor(status: RefusalStatus, code: string, message: string, hint?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 429 | 500 | 503;

export function invalid(message: string, hint?: string): Refusal {
  return new Refusal(400, 'INVALID_REQUEST', message, hint);
}

export function notFound(what: string, id: string): Refusal {
  return new Refusal(404, 'NOT_FOUND', `No ${what} with the id ${id}`);
}

export function forbidden(message: string, hint?: string): Refusal {
  return new Refusal(403, 'FORBIDDEN', message, hint);
}

/** Specification: Errors, the body of the token exchange. */
export const accessDenied = { error: 'access_denied', error_description: 'Access denied' } as const;

/** A whole number of at least 1, as the specification wants `page` and `itemsPerPage`. */
export function positiveInteger(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  if (!/^\d{1,9}$/.test(value) || Number(value) < 1)
    throw invalid(`${name} must be a whole number of at least 1`);
  return Number(value);
}

/** Refuses members that the specification doesn't list. */
export function refuseMembers(
  body: Readonly<Record<string, unknown>>,
  known: readonly string[],
  where = '',
): void {
  const other = Object.keys(body).find(name => !known.includes(name));
  if (other !== undefined) throw invalid(`${where}${other} is not known`);
}

/**
 * Refuses parameters and members that the specification does not know, empty ones, and values other than those that it
 * lists. An unknown filter that is ignored would hide a fault of the client.
 *
 * @param known by name; `undefined` where any value will do
 */
export function refuseOutlier(
  input: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, readonly string[] | undefined>>,
  where = '',
): void {
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(known, name)) throw invalid(`${where}${name} is not known`);
    if (value === '' || value === null) throw invalid(`${where}${name} is empty`);
    const values = known[name];
    const unknown =
      values && typeof value === 'string' && value.split(',').find(word => !values.includes(word));
    if (unknown) throw invalid(`${where}${name} must be one of ${values.join(', ')}, not ${unknown}`);
  }
}

/** Which page was asked for. */
export interface PageQuestion {
  page: number;
  itemsPerPage: number | undefined;
}

/**
 * Which page of an account list is asked for.
 *
 * @param filters parameters that the list knows besides those of pages, with their values
 */
export function readPage(
  service: Service,
  query: Readonly<Record<string, string | undefined>>,
  filters: Readonly<Record<string, readonly string[] | undefined>> = {},
): PageQuestion {
  if (service.dialect === 'specification')
    refuseOutlier(query, { ...filters, page: undefined, itemsPerPage: undefined });
  const size = query.itemsPerPage;
  return {
    page: positiveInteger('page', query.page, 1),
    itemsPerPage: size === undefined || size === '' ? undefined : positiveInteger('itemsPerPage', size, 1),
  };
}
