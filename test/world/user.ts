import { asSignedIn } from '../../src/session/session.ts';
import { bodyHash, type OrderBody } from '../../src/features/orders/rules/orderBody.ts';
import type { OrderAttempt } from '../../src/features/orders/orderAttempts.ts';
import { readyDeliveries } from '../../src/features/deliveries/downloads.ts';
import { activity, type Confirmation } from './activity.ts';
import type { Chance } from './chance.ts';
import { BrokenRule, type Rules } from './rules.ts';
import type { VirtualClock } from './virtualClock.ts';
import type { SwathWindow } from './window.ts';

export interface UserParts {
  chance: Chance;
  clock: VirtualClock;
  rules: Rules;
  bodies: readonly OrderBody[];
  count: (what: string) => void;
  trace: (line: string) => void;
}

/** What a user does at a window, and how often. */
const acts = {
  order: 10,
  check: 8,
  download: 3,
  revoke: 1,
  refresh: 1,
  ledger: 1,
} as const;

/** No order takes longer while its window runs, with its price and the time to think. */
const longestOrderMs = 15 * 60_000;
/** Nor anything else: the longest are several readings of all orders, each with its repeats. */
const longestActMs = 40 * 60_000;

interface Act {
  window: SwathWindow;
  name: string;
  until: number;
}

/** The one user at all windows, who always tells the truth where the service can't. */
export class User {
  private readonly parts: UserParts;
  private readonly underWay = new Set<Act>();

  constructor(parts: UserParts) {
    this.parts = parts;
  }

  /** Does something at a window, beside what is still under way there; nothing where it doesn't react. */
  act(window: SwathWindow): void {
    if (window.process.suspended) return;
    const name = this.parts.chance.weighted(acts);
    const run = () => this.do(name, window);
    void activity.run({ process: window.process }, () => this.timed(window, name, run));
  }

  /** Checks the open orders at a window until none is left. */
  checkEverything(window: SwathWindow): Promise<void> {
    return activity.run({ process: window.process }, async () => {
      await window.started;
      for (let tries = 0; tries < 20; tries++) {
        await this.needSession(window);
        const open = await window.orderCheck.open();
        if (open.length === 0) return;
        for (const entry of open) await this.check(window, entry);
      }
    });
  }

  forget(window: SwathWindow): void {
    for (const act of this.underWay) if (act.window === window) this.underWay.delete(act);
  }

  /** Time in which a window doesn't run doesn't count. */
  excuse(ms: number): void {
    for (const act of this.underWay) act.until += ms;
  }

  expectAnswers(): void {
    const { elapsed } = this.parts.clock;
    for (const { window, name, until } of this.underWay)
      if (elapsed > until && !window.process.suspended) throw new BrokenRule(`It hangs: ${name}.`);
  }

  private async timed(window: SwathWindow, name: string, run: () => Promise<string>): Promise<void> {
    const { clock, count, trace, rules } = this.parts;
    const act = { window, name, until: clock.elapsed + (name === 'order' ? longestOrderMs : longestActMs) };
    this.underWay.add(act);
    const outcome = await run().catch((error: unknown) => {
      if (error instanceof BrokenRule) throw error;
      rules.keepSecrets(String(error), 'a message');
      return `failed`;
    });
    this.underWay.delete(act);
    count(`${name}: ${outcome}`);
    trace(`${window.process.name} ${name} ${outcome}`);
  }

  private async do(name: keyof typeof acts, window: SwathWindow): Promise<string> {
    await window.started;
    await this.needSession(window);
    const { chance } = this.parts;
    switch (name) {
      case 'order':
        return this.order(window, chance.of(this.parts.bodies));
      case 'check': {
        const open = await window.orderCheck.open();
        return open.length === 0 ? 'nothing to do' : this.check(window, chance.of(open));
      }
      case 'download':
        return this.download(window);
      case 'revoke':
        return this.revoke(window);
      case 'refresh':
        await window.orders.refreshAnew();
        return 'done';
      case 'ledger':
        await window.ledger.read();
        return window.ledger.current.peek().kind;
    }
  }

  /** Signs in again where the key was refused. */
  private async needSession({ session }: SwathWindow): Promise<void> {
    const state = session.current.peek();
    if (state.kind === 'refused') await session.tryKeptKey(state.connection);
  }

  /** Time to read and think. */
  private async think(): Promise<void> {
    const { chance, clock } = this.parts;
    await clock.pass(500 + chance.number() * (chance.is(0.1) ? 120_000 : 5000));
  }

  private confirm(
    action: Confirmation['action'],
    subject: string,
    price: number,
    isTyped: boolean,
  ): Confirmation {
    const { rules } = this.parts;
    const { confirmations } = rules;
    const confirmation: Confirmation = {
      id: confirmations.length,
      action,
      subject,
      price,
      isTyped,
      entryId: undefined,
      sent: 0,
      booked: [],
    };
    confirmations.push(confirmation);
    return confirmation;
  }

  private async order(window: SwathWindow, body: OrderBody): Promise<string> {
    const { chance } = this.parts;
    const { placing, prices, process } = window;
    let ready = await placing.readiness(body);
    if (ready.kind === 'noFreshPrice') {
      await prices.ask(body);
      ready = await placing.readiness(body);
    }
    if (ready.kind !== 'ready') return ready.kind;
    const isTyped = placing.exceededBy([ready.price.total]).length > 0;
    await this.think();
    if (chance.is(isTyped ? 0.8 : 0.15)) return 'canceled';
    const agreed = { ...ready, isTyped };
    const confirmation = this.confirm('order', bodyHash(body), ready.price.total.value, isTyped);
    const clicks = chance.is(0.1) ? 2 : 1;
    const [placed] = await activity.run({ process, confirmation }, () =>
      Promise.all(Array.from({ length: clicks }, () => placing.place(body, agreed))),
    );
    if (!placed) return 'nothing';
    return placed.kind === 'notSent' ? `not sent: ${placed.why.kind}` : placed.kind;
  }

  /** Looks at what the service lists, and decides where it has to. */
  private async check(window: SwathWindow, entry: OrderAttempt): Promise<string> {
    const { clock } = this.parts;
    const { orderCheck } = window;
    let found = await orderCheck.checkOrder(entry);
    if (found.kind === 'notListed' && found.waitMs > 0) {
      await clock.pass(found.waitMs + 1);
      found = await orderCheck.checkOrder(entry);
    }
    await this.think();
    if (found.kind !== 'undecided' && found.kind !== 'notListed') return found.kind;
    const candidates = found.kind === 'undecided' ? [...found.same, ...found.maybe] : [];
    const confirmation = this.parts.rules.confirmations.find(({ entryId }) => entryId === entry.id);
    const own = candidates.find(({ id }) => confirmation?.booked.includes(id));
    const resolved = await orderCheck.resolve(entry, own ?? 'notBooked');
    return `${found.kind}, ${own ? 'chosen' : 'not booked'}: ${resolved.kind}`;
  }

  private async download({ session, orders, downloads }: SwathWindow): Promise<string> {
    const { chance, clock } = this.parts;
    const signedIn = asSignedIn(session.current.peek());
    const state = orders.current.peek();
    if (!signedIn || state.kind !== 'ready') return 'nothing to do';
    const ready = state.orders.flatMap(readyDeliveries);
    if (ready.length === 0) return 'nothing to do';
    const abort = new AbortController();
    if (chance.is(0.1)) clock.schedule(chance.number() * 1000, () => abort.abort());
    const { signal } = abort;
    const replace = chance.is(0.2);
    const outcome = await downloads.get(signedIn, chance.of(ready), {
      signal,
      replace,
      onProgress: () => undefined,
    });
    return outcome.kind;
  }

  private async revoke({ session, subscriptions, revoking, process }: SwathWindow): Promise<string> {
    const { chance } = this.parts;
    const signedIn = asSignedIn(session.current.peek());
    if (!signedIn) return 'nothing to do';
    await subscriptions.refresh();
    const reading = subscriptions.current.peek();
    if (reading.kind !== 'ready' || reading.value.length === 0) return 'nothing to do';
    const { subscription } = await revoking.inspect(chance.of(reading.value).id, signedIn);
    await this.think();
    if (chance.is(0.3)) return 'canceled';
    const confirmation = this.confirm('revoke', subscription.id, 0, true);
    const revoked = await activity.run({ process, confirmation }, () =>
      revoking.revoke(subscription, signedIn),
    );
    return revoked.kind;
  }
}
