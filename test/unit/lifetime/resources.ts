import type * as fs from 'node:fs';
import type * as timers from 'node:timers/promises';
import type * as threads from 'node:worker_threads';
import type * as signals from '@preact/signals-core';

/** Everything that continues until it is ended: each with where in the product it was started. */
export class Resources {
  private readonly live = new Map<unknown, string>();

  left(): string[] {
    return [...this.live.values()];
  }

  begin(what: string, key: unknown = Symbol()): () => void {
    this.live.set(key, `${what} ${placeOf(new Error())}`);
    return () => void this.live.delete(key);
  }

  /** The timers of this process, until the returned function is called. */
  watchTimers(): () => void {
    const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
    const trackedTimeout = ((run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const timer = setTimeout(() => {
        this.live.delete(timer);
        run(...args);
      }, ms);
      this.begin(`timer of ${ms ?? 0} ms`, timer);
      return timer;
    }) as typeof setTimeout;
    const again = ((run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const timer = setInterval(run, ms, ...args);
      this.begin(`interval of ${ms ?? 0} ms`, timer);
      return timer;
    }) as typeof setInterval;
    const end =
      <T>(clear: (timer: T) => void) =>
      (timer: T) => {
        this.live.delete(timer);
        clear(timer);
      };
    Object.assign(globalThis, {
      setTimeout: Object.assign(trackedTimeout, setTimeout),
      setInterval: again,
      clearTimeout: end(clearTimeout),
      clearInterval: end(clearInterval),
    });
    return () => Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval });
  }

  timersOf(module: typeof timers): typeof timers {
    const wait = async (...args: Parameters<typeof timers.setTimeout>) => {
      const end = this.begin(`wait of ${args[0] ?? 0} ms`);
      try {
        return await module.setTimeout(...args);
      } finally {
        end();
      }
    };
    return { ...module, setTimeout: wait as typeof timers.setTimeout };
  }

  /** File watchers. */
  filesOf(module: typeof fs): typeof fs {
    const watch = ((...args: Parameters<typeof fs.watch>) => {
      const watcher = module.watch(...args);
      const end = this.begin('file watcher', watcher);
      const close = watcher.close.bind(watcher);
      watcher.close = () => {
        end();
        close();
      };
      return watcher;
    }) as typeof fs.watch;
    return { ...module, watch };
  }

  threadsOf(module: typeof threads): typeof threads {
    const begin = (worker: threads.Worker) => worker.once('exit', this.begin('thread', worker));
    class Worker extends module.Worker {
      constructor(...args: ConstructorParameters<typeof module.Worker>) {
        super(...args);
        begin(this);
      }
    }
    return { ...module, Worker };
  }

  /** Effects and subscriptions of signals. */
  signalsOf(module: typeof signals): typeof signals {
    const counted = (stop: () => void) => {
      const end = this.begin('subscription', stop);
      return () => {
        end();
        stop();
      };
    };
    const { prototype } = module.Signal;
    const subscribe = Reflect.get(prototype, 'subscribe');
    prototype.subscribe = function (run) {
      return counted(subscribe.call(this, run));
    };
    const effect = ((run: () => void) => counted(module.effect(run))) as typeof module.effect;
    return { ...module, effect };
  }
}

/** Where in the product something was created. */
function placeOf({ stack = '' }: Error): string {
  const line = stack.split('\n').find(frame => /\/src\/|node_modules\/p-/.test(frame));
  return /(?:src|node_modules)\/[^\s)]*/.exec(line ?? '')?.[0] ?? 'somewhere';
}
