import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { type Activity, activity } from './activity.ts';
import type { Chance } from './chance.ts';

interface Timer {
  /** On the steady clock, milliseconds. */
  due: number;
  /** Of equal times the earlier call runs first. */
  order: number;
  run: () => void;
  owner: Activity | undefined;
}

const afterMicrotasks = setImmediate;

/** One steady clock for all timers, and the time of day of the machine, which can be wrong. */
export class VirtualClock {
  /** Milliseconds since the world began. */
  elapsed = 0;
  /** How much the machine's time of day is ahead of the true one, milliseconds. */
  error = 0;
  /** Called before code waits for the disk or the network. */
  onWait: () => void = () => undefined;
  private readonly begin: number;
  private timers: Timer[] = [];
  private count = 0;

  /** @param begin epoch ms */
  constructor(begin: number) {
    this.begin = begin;
  }

  /** The service's time, epoch ms. */
  readonly trueTime = (): number => this.begin + Math.floor(this.elapsed);
  /** The machine's time of day, epoch ms. */
  readonly timeOfDay = (): number => this.trueTime() + this.error;

  schedule(ms: number, run: () => void): Timer {
    const wait = Number.isFinite(ms) ? Math.max(0, ms) : 0;
    const timer = { due: this.elapsed + wait, order: this.count++, run, owner: activity.getStore() };
    const at = this.timers.findLastIndex(({ due }) => due <= timer.due);
    this.timers.splice(at + 1, 0, timer);
    return timer;
  }

  cancel(timer: Timer): void {
    this.timers = this.timers.filter(other => other !== timer);
  }

  /** Waits in the process that calls; never ends in one that died meanwhile. */
  pass(ms: number): Promise<void> {
    this.onWait();
    return new Promise(resolve => this.schedule(ms, resolve));
  }

  /** Runs what is due next, and everything that follows from it at once. */
  async step(): Promise<void> {
    const next = this.timers.shift();
    if (!next) throw new Error('Nothing is left to happen.');
    this.elapsed = Math.max(this.elapsed, next.due);
    const process = next.owner?.process;
    if (process?.isDead) return;
    if (process?.suspended) process.suspended.push(next.run);
    else next.run();
    await this.settle();
  }

  /** Everything runs that waits for no timer. */
  async settle(): Promise<void> {
    await new Promise(resolve => afterMicrotasks(resolve));
  }

  /** The machine sleeps: nothing runs meanwhile, and everything is due afterwards. */
  sleep(ms: number): void {
    this.elapsed += ms;
  }

  /** From now on, all code of this program has this clock, and its random numbers come from the seed. */
  install(chance: Chance): void {
    const install = (target: object, values: Record<string, unknown>) => {
      for (const [name, value] of Object.entries(values))
        Object.defineProperty(target, name, { value, writable: true, configurable: true });
    };
    const later = (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
      // A timer runs in the context of the code that set it.
      const within = activity.getStore();
      const start = () => this.schedule(ms, () => activity.run(within as Activity, run, ...values));
      let timer = start();
      const handle = {
        cancel: () => this.cancel(timer),
        refresh: () => {
          this.cancel(timer);
          timer = start();
          return handle;
        },
        ref: () => handle,
        unref: () => handle,
        hasRef: () => true,
      };
      return handle;
    };
    const pass = (ms?: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise((resolve, reject) => {
        const abort = () => reject(signal?.reason as Error);
        if (signal?.aborted) {
          abort();
          return;
        }
        signal?.addEventListener('abort', abort, { once: true });
        this.schedule(ms ?? 0, () => {
          signal?.removeEventListener('abort', abort);
          resolve(value);
        });
      });
    const randomUUID = () => {
      const digits = Array.from({ length: 32 }, () => chance.between(0, 15).toString(16)).join('');
      return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
    };
    install(globalThis, {
      setTimeout: later,
      clearTimeout: (handle: { cancel: () => void } | undefined) => handle?.cancel(),
    });
    install(globalThis.performance, { now: () => this.elapsed });
    install(globalThis.crypto, { randomUUID });
    install(Date, { now: () => this.timeOfDay() });
    install(Math, { random: () => chance.number() });
    install(timersPromises, { setTimeout: pass });
    install(nodeCrypto, { randomUUID });
    syncBuiltinESMExports();
  }
}
