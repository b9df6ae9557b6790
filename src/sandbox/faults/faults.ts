/** Faults on request: what a service does on a bad day, for tests and for people. */
import { isRecord } from '../../model/fields.ts';

export type FaultEffect =
  /** Answers later: before the request takes effect, which is the default, or after. */
  | { kind: 'delay'; milliseconds: number; when?: 'before' | 'after' }
  /** The connection breaks before the request is read, or after it took effect. */
  | { kind: 'reset'; when: 'before' | 'after' }
  /** Refuses, with a body of the service. */
  | {
      kind: 'status';
      status: 400 | 401 | 403 | 404 | 405 | 429 | 500 | 502 | 503 | 504;
      retryAfterSeconds?: number;
    }
  /** The answer breaks off in the middle, or says another thing than it should. */
  | { kind: 'body'; as: 'truncated' | 'halfJson' | 'otherJson' | 'html' | 'empty' }
  /** Token exchange: the token is honoured for so long only, whatever `expires_in` says. */
  | { kind: 'shortToken'; seconds: number }
  | { kind: 'slow'; bytesPerSecond: number }
  /** Download: the checksum in the headers is another one. */
  | { kind: 'checksum' }
  | { kind: 'redirect'; location: string }
  /** Order: production will fail. */
  | { kind: 'production'; message: string };

export type Fault = FaultEffect & {
  /** Path to which it applies; `*` stands for anything. Default: every path. */
  path?: string;
  method?: string;
  /** So many requests pass first. Default 0. */
  skip?: number;
  /** So many requests are hit. Default: all. */
  count?: number;
};

export interface Faults {
  /** Adds a fault; returns how to take it away. */
  add(fault: Fault): () => void;
  clear(): void;
  /** Faults that have not spent themselves. */
  readonly active: readonly Fault[];
}

export interface FaultBook extends Faults {
  /** The faults that hit this request, oldest first; each counts it. */
  hit(method: string, path: string): Fault[];
}

export function createFaults(): FaultBook {
  let entries: { fault: Fault; skip: number; left: number }[] = [];
  return {
    add: fault => {
      const entry = { fault, skip: fault.skip ?? 0, left: fault.count ?? Infinity };
      entries.push(entry);
      return () => {
        entries = entries.filter(other => other !== entry);
      };
    },
    clear: () => {
      entries = [];
    },
    get active() {
      return entries.filter(({ left }) => left > 0).map(({ fault }) => fault);
    },
    hit: (method, path) =>
      entries.flatMap(entry => {
        if (entry.left <= 0 || !applies(entry.fault, method, path)) return [];
        if (entry.skip > 0) {
          entry.skip--;
          return [];
        }
        entry.left--;
        return [entry.fault];
      }),
  };
}

function applies({ method: wanted, path: pattern }: Fault, method: string, path: string): boolean {
  if (wanted !== undefined && wanted.toUpperCase() !== method) return false;
  if (pattern === undefined) return true;
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return path === pattern;
  if (!path.startsWith(first)) return false;
  // Each part where it comes first leaves most for the others.
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

const kinds: readonly unknown[] = [
  'delay',
  'reset',
  'status',
  'body',
  'shortToken',
  'slow',
  'checksum',
  'redirect',
  'production',
] satisfies FaultEffect['kind'][];

/** Reads a list of faults from JSON text. Throws an Error that says which one is wrong. */
export function readFaults(text: string): Fault[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error('A faults file holds an array of faults');
  return value.map((fault: unknown, index) => {
    if (!isRecord(fault) || !kinds.includes(fault['kind']))
      throw new Error(`Fault ${index}: kind must be one of ${kinds.join(', ')}`);
    return fault as unknown as Fault;
  });
}
