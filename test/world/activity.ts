import { AsyncLocalStorage } from 'node:async_hooks';

/** The extension host of one window. */
export interface HostProcess {
  name: string;
  /** Nothing of it goes on. */
  isDead: boolean;
  /** What waits until it goes on; `undefined` while it runs. */
  suspended: (() => void)[] | undefined;
}

/** What a user confirmed, and what became of it. */
export interface Confirmation {
  id: number;
  action: 'order' | 'revoke';
  /** Hash of the body, or id of the subscription. */
  subject: string;
  /** Credits. */
  price: number;
  isTyped: boolean;
  /** Of the journal, as soon as it is written. */
  entryId: string | undefined;
  /** Requests that left for it. */
  sent: number;
  /** Ids of the orders that the service booked for it. */
  booked: string[];
}

/** What code runs for; follows promises, timers and streams. */
export interface Activity {
  process: HostProcess;
  confirmation?: Confirmation;
}

export const activity = new AsyncLocalStorage<Activity>();
