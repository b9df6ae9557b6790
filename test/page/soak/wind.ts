import type { FaultEffect, Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { Chance } from './chance.ts';

/** Random faults of the service, and how often they occurred. */
export interface Wind {
  /** Starts the faults. */
  blow(): void;
  /** Stops the faults. */
  still(): void;
  /** Number of requests with a fault, by kind of fault. */
  met(): Readonly<Record<string, number>>;
}

const paths = [
  '*',
  '/api/*',
  '/api/v1/orders',
  '/api/v1/orders',
  '/api/v1/orders',
  '/api/v1/prices',
  '/api/v1/me',
  '/api/v2/opensearch',
  '/api/v1/items/*',
  '/auth/*',
] as const;

/** No 403 at the token exchange: a refused key is a separate state that only the user can end. */
const effects: readonly [FaultEffect, ...FaultEffect[]] = [
  { kind: 'delay', milliseconds: 800 },
  { kind: 'delay', milliseconds: 4000 },
  { kind: 'reset', when: 'before' },
  { kind: 'reset', when: 'after' },
  { kind: 'reset', when: 'after' },
  { kind: 'status', status: 429, retryAfterSeconds: 1 },
  { kind: 'status', status: 429, retryAfterSeconds: 90 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 401 },
  { kind: 'body', as: 'html' },
  { kind: 'body', as: 'halfJson' },
  { kind: 'body', as: 'otherJson' },
  { kind: 'body', as: 'empty' },
  { kind: 'body', as: 'truncated' },
  { kind: 'shortToken', seconds: 2 },
  { kind: 'slow', bytesPerSecond: 20_000 },
  { kind: 'checksum' },
];

export function createWind({ faults }: Sandbox, chance: Chance): Wind {
  const met: Record<string, number> = {};
  let pending: { kind: string; isMet: () => boolean; remove: () => void }[] = [];

  function count() {
    for (const { kind, isMet } of pending) if (isMet()) met[kind] = (met[kind] ?? 0) + 1;
    pending = pending.filter(({ isMet }) => !isMet());
  }

  return {
    blow() {
      count();
      const effect = chance.of(effects);
      const path = chance.of(paths);
      const times = chance.of([1, 1, 2, 5]);
      for (let time = 0; time < times; time++) {
        // One at a time, to distinguish them.
        const fault = { ...effect, path, count: 1 };
        const remove = faults.add(fault);
        pending.push({ kind: kindOf(effect), isMet: () => !faults.active.includes(fault), remove });
      }
    },
    still() {
      count();
      for (const { remove } of pending) remove();
      pending = [];
    },
    met() {
      count();
      return met;
    },
  };
}

function kindOf(effect: FaultEffect): string {
  switch (effect.kind) {
    case 'status':
      return `status ${effect.status}`;
    case 'reset':
      return `reset ${effect.when} booking`;
    case 'body':
      return `body ${effect.as}`;
    default:
      return effect.kind;
  }
}
