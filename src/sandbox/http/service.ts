/** What every part of the service works on: the options as resolved, the state, the clock. */
import type { World } from '../catalogue/capture.ts';
import { uuidOf } from './random.ts';
import type { AccountState, SandboxSnapshot } from '../accounts/state.ts';

/** Whose shapes the answers have: the specification's only, or those of services that run. */
export type Dialect = 'specification' | 'deployed';

export interface Service {
  /** In every link, without a slash at the end. */
  readonly origin: string;
  readonly seed: string;
  readonly dialect: Dialect;
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

export interface Env {
  Bindings: Bindings;
  Variables: {
    account: AccountState;
    correlationId: string;
  };
}

/** A new id, never given before by this service. */
export function nextId(service: Service, kind: string): string {
  service.state.serial++;
  return uuidOf(service.seed, `${kind}/${service.state.serial}`);
}

/** A time as the service writes it. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}
