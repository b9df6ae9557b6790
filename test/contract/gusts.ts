import fc from 'fast-check';
import type { Fault, FaultEffect } from '../../src/sandbox/sandbox.ts';

/** A gateway before the service that gives up waiting: the service has done what it was asked for. */
interface GatewayFault {
  kind: 'gateway';
  status: 500 | 502 | 504;
  path?: string;
  skip: number;
  count: number;
}

/** What can go wrong. */
export type Gust = Fault | GatewayFault;

/** A token that dies before its time is what most can go wrong with. */
const statuses = [400, 401, 401, 401, 403, 404, 405, 429, 500, 502, 503, 504] as const;

const effect: fc.Arbitrary<FaultEffect | Pick<GatewayFault, 'kind' | 'status'>> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(...statuses),
      retryAfterSeconds: fc.constantFrom(0, 0.01, 3600),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reset' as const),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('gateway' as const),
      status: fc.constantFrom(500 as const, 502 as const, 504 as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('body' as const),
      as: fc.constantFrom('truncated', 'halfJson', 'otherJson', 'html', 'empty'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('redirect' as const),
      location: fc.constantFrom('/api/v1/me', '/api/v1/orders', 'abroad', 'round'),
    }),
  },
  fc.record({ kind: fc.constant('delay' as const), milliseconds: fc.constantFrom(5, 150) }),
  fc.record({ kind: fc.constant('slow' as const), bytesPerSecond: fc.constantFrom(2000, 200_000) }),
  fc.record({ kind: fc.constant('shortToken' as const), seconds: fc.constantFrom(1, 30) }),
  fc.constant({ kind: 'checksum' as const }),
  fc.record({ kind: fc.constant('production' as const), message: fc.constant('Clouded over') }),
);

/** The last one is longer than any call's patience. */
const counts = [1, 1, 2, 3, 5, 12] as const;

/**
 * Something wrong at a path, or wherever the next requests go where none is given. `abroad` and `round` among redirects
 * stand for another host and for where the request came from.
 */
export function gustAt(path: fc.Arbitrary<string | undefined>): fc.Arbitrary<Gust> {
  return fc
    .tuple(effect, path, fc.integer({ min: 0, max: 1 }), fc.constantFrom(...counts))
    .map(([what, at, skip, count]) => ({
      ...what,
      ...(at === undefined ? {} : { path: at }),
      skip,
      // Waits are real: one is enough.
      count: what.kind === 'delay' || what.kind === 'slow' ? 1 : count,
    }));
}

export interface Gateway {
  add: (fault: GatewayFault) => void;
  clear: () => void;
  /** What it answers in place of the service, which has answered by then. */
  answerTo: (request: Request) => Response | undefined;
}

export function createGateway(): Gateway {
  let entries: { fault: GatewayFault; skip: number; left: number }[] = [];
  return {
    add: fault => entries.push({ fault, skip: fault.skip, left: fault.count }),
    clear: () => (entries = []),
    answerTo(request) {
      const { pathname } = new URL(request.url);
      const hit = entries.find(
        ({ fault: { path = '*' }, left }) =>
          left > 0 && new RegExp(`^${path.split('*').join('.*')}$`).test(pathname),
      );
      if (!hit) return undefined;
      if (hit.skip > 0) {
        hit.skip -= 1;
        return undefined;
      }
      hit.left -= 1;
      return Response.json({ message: 'The service did not answer in time' }, { status: hit.fault.status });
    },
  };
}
