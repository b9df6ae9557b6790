import type PQueue from 'p-queue';

/** Work of which a few run at a time; of what waits the most lately wanted is next. */
export interface NewestFirst {
  /** Begins to want something: as urgent as this moment, however long it takes until it is run. */
  turn(): Turn;
}

export interface Turn {
  /** It is wanted again: before all that was wanted until now. */
  wanted(): void;
  /** To be called once. Work that has not begun when `signal` aborts never does. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export function createNewestFirst(atOnce: number): NewestFirst {
  let queue: PQueue | undefined;
  let opening: Promise<PQueue> | undefined;
  /** Loaded by the first work, once for all that comes meanwhile. */
  const opened = () =>
    (opening ??= import('p-queue').then(
      ({ default: Queue }) => (queue = new Queue({ concurrency: atOnce })),
    ));
  let newest = 0;
  return {
    turn() {
      let urgency = ++newest;
      const id = String(urgency);
      let isWaiting = false;
      return {
        wanted() {
          urgency = ++newest;
          if (isWaiting) queue?.setPriority(id, urgency);
        },
        async run(work, signal) {
          const open = queue ?? (await opened());
          isWaiting = true;
          const leave = () => {
            isWaiting = false;
          };
          signal.addEventListener('abort', leave, { once: true });
          const begin = () => {
            leave();
            return work();
          };
          return open
            .add(begin, { id, priority: urgency, signal })
            .finally(() => signal.removeEventListener('abort', leave));
        },
      };
    },
  };
}
