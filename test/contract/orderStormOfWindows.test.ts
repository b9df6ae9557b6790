import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { bodyHash } from '../../src/features/orders/rules/orderBody.ts';
import { listAttempts, placedIds } from '../../src/features/orders/orderAttempts.ts';
import { isFull, runs } from '../randomRuns.ts';
import { patient } from '../runSpeed.ts';
import { connection } from '../unit/fakes.ts';
import { type Machine, type MortalWindow, openMortalWindow } from './mortalWindow.ts';
import { createStormyService, type Fate, reportBody, strangerBody, type Telling } from './stormyService.ts';
import { noon } from './weather.ts';

const bodies = [reportBody('Quay', 5), reportBody('Airport', 7)] as const;
type Which = 0 | 1;

/** What the user does at one window or at both at once, and what goes wrong then. */
type Act =
  | {
      /** What each window orders. */
      order: [Which, Which];
      windows: Which[];
      clicks: number;
      fates: Fate[];
      /** The windows die so many steps later. */
      dieIn: (number | undefined)[];
      diskFails: number;
    }
  | { checkOrder: Which; window: Which; readingsFail: number; moves: Moves; dieIn: number | undefined }
  | { pass: number }
  | { reload: Which }
  | { stranger: 'another' | 'twin' };
type Moves = ('none' | 'comes' | 'goes')[];

const which = fc.constantFrom<Which>(0, 1);
const fate = fc.constantFrom<Fate>(
  'booked',
  'booked',
  'booked',
  'resetBefore',
  'resetAfter',
  'bookedLate',
  'refused',
  'garbled',
  'conflict',
  'rejected',
);
const death = fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, fc.nat(16));
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      order: fc.constantFrom<[Which, Which]>([0, 0], [0, 0], [1, 1], [0, 1]),
      windows: fc.constantFrom<Which[]>([0], [1], [0, 1], [0, 1]),
      clicks: fc.integer({ min: 1, max: 2 }),
      fates: fc.array(fate, { maxLength: 2 }),
      dieIn: fc.tuple(death, death),
      diskFails: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1, 2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      checkOrder: which,
      window: which,
      readingsFail: fc.constantFrom(0, 0, 0, 1),
      moves: fc.array(fc.constantFrom('none' as const, 'comes' as const, 'goes' as const), { maxLength: 4 }),
      dieIn: death,
    }),
  },
  { weight: 2, arbitrary: fc.record({ pass: fc.constantFrom(1000, 40_000, 120_000, 660_000) }) },
  { weight: 1, arbitrary: fc.record({ reload: which }) },
  { weight: 2, arbitrary: fc.record({ stranger: fc.constantFrom('another' as const, 'twin' as const) }) },
);

const telling: fc.Arbitrary<Telling> = fc.record({
  list: fc.constantFrom('all', 'deliveries', 'nothing'),
  single: fc.constantFrom('all', 'nothing'),
  time: fc.boolean(),
  total: fc.boolean(),
  order: fc.constantFrom('newestFirst', 'oldestFirst'),
  turnsRings: fc.boolean(),
  pageSize: fc.constantFrom(2, 3, 100),
});

/** What happened in all runs: a storm in which nothing happens proves nothing. */
const seen = new Map<string, number>();
const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
const deaths = new Map<string, number>();

/** One user with two windows on one machine. */
class TwoWindows {
  private readonly machine: Machine;
  private readonly telling: Telling;
  private windows: MortalWindow[] = [];

  constructor(machine: Machine, how: Telling) {
    this.machine = machine;
    this.telling = how;
  }

  async do(action: Act): Promise<void> {
    const { service, disk, clock } = this.machine;
    await this.reopen();
    if ('order' in action) {
      service.fates = [...action.fates];
      disk.failures = action.diskFails;
      await Promise.all(
        action.windows.map(at => this.order(at, action.order[at], action.clicks, action.dieIn[at])),
      );
      service.fates = [];
      disk.failures = 0;
    } else if ('checkOrder' in action) {
      service.readingsFail = action.readingsFail;
      service.moves = [...action.moves];
      await this.checkOrder(action.window, action.checkOrder, action.dieIn);
      service.readingsFail = 0;
      service.moves = [];
    } else if ('pass' in action) service.passTime(action.pass);
    else if ('reload' in action) await this.reopen(action.reload);
    else if (action.stranger === 'another')
      service.bookForeign(strangerBody(service.bookings.length), clock.now);
    // Without a time, nothing tells an older order of the same from a new one.
    else if (this.telling.time) service.bookForeign(bodies[0], clock.now - 3_600_000);
    this.expectOneForOne();
  }

  /** On a good day at last: nothing is left open, and the journal holds exactly what the service has booked. */
  async expectEverythingFound(): Promise<void> {
    const { service, perDay } = this.machine;
    await this.reopen(0);
    for (const body of [0, 1] as const) {
      for (let tries = 0; tries < 3; tries++) {
        service.passTime(120_000);
        await this.checkOrder(0, body, undefined);
      }
      expect((await this.window(0).placing.readiness(bodies[body])).kind).not.toBe('unresolved');
    }
    this.expectOneForOne();
    const attempts = this.attempts();
    const placed = attempts.flatMap(({ outcome }) => (outcome?.event === 'placed' ? [outcome] : []));
    expect(placed.map(({ orderId }) => orderId).sort()).toEqual(
      service.bookings.flatMap(({ yes, id }) => (yes ? [id] : [])).sort(),
    );
    const spent = attempts
      .filter(({ outcome }) => outcome?.event === 'placed' && outcome.status !== 'rejected')
      .reduce((sum, { price }) => sum + price.value, 0);
    if (perDay !== undefined) expect(spent).toBeLessThanOrEqual(perDay);
  }

  private window(at: Which): MortalWindow {
    const window = this.windows[at];
    if (!window) throw new Error('No such window');
    return window;
  }

  /** Windows that died come back, and so does the target. */
  private async reopen(target?: Which): Promise<void> {
    for (const at of [0, 1] as const) {
      const current = this.windows[at];
      if (current && !current.isDead() && at !== target) continue;
      this.windows[at] = await openMortalWindow(this.machine);
    }
  }

  private attempts() {
    return listAttempts(this.machine.disk.lines, { connection: connection.name });
  }

  /** Own orders of this body that no yes of the journal explains. */
  private unclaimed(hash: string): string[] {
    const claimed = placedIds(this.attempts());
    return this.machine.service.bookings.flatMap(({ yes, hash: of, id }) =>
      yes && of === hash && !claimed.has(id) ? [id] : [],
    );
  }

  private expectOneForOne(): void {
    const { service, problems } = this.machine;
    expect(problems).toEqual([]);
    const ofYes = Map.groupBy(service.posts, ({ yes }) => yes);
    for (const posts of ofYes.values()) expect(posts).toHaveLength(1);
    const booked = Map.groupBy(
      service.bookings.filter(({ yes }) => yes),
      ({ yes }) => yes,
    );
    for (const [yes, bookings] of booked) expect([bookings.length, ofYes.has(yes ?? {})]).toEqual([1, true]);
    for (const body of bodies) expect(this.unclaimed(bodyHash(body)).length).toBeLessThanOrEqual(1);
  }

  private async order(at: Which, which: Which, clicks: number, dieIn: number | undefined): Promise<void> {
    const window = this.window(at);
    const body = bodies[which];
    const act = async () => {
      const { placing, prices } = window;
      let ready = await placing.readiness(body);
      if (ready.kind === 'noFreshPrice') {
        await prices.ask(body);
        ready = await placing.readiness(body);
      }
      if (ready.kind !== 'ready' || placing.exceededBy([ready.price.total]).length > 0) return;
      window.sayYes(ready.price);
      window.dieIn(dieIn);
      const agreed = { ...ready, isTyped: false };
      const placed = await Promise.all(
        Array.from({ length: clicks }, () =>
          placing.place(body, agreed).then(
            result => (result.kind === 'notSent' ? `not sent: ${result.why.kind}` : result.kind),
            () => 'thrown',
          ),
        ),
      );
      window.dieIn(undefined);
      placed.forEach(count);
    };
    if ((await Promise.race([act(), window.death])) === 'dead') count('dead while ordering');
  }

  /** Looks at what the service lists, and says what is true where the service does not tell. */
  private async checkOrder(at: Which, which: Which, dieIn: number | undefined): Promise<void> {
    const window = this.window(at);
    const hash = bodyHash(bodies[which]);
    const act = async () => {
      const held = await window.placing.readiness(bodies[which]);
      if (held.kind !== 'unresolved') return;
      window.dieIn(dieIn);
      const before = this.unclaimed(hash);
      const found = await window.checkOrder
        .checkOrder(held.entry)
        .catch(() => ({ kind: 'unreadable' as const }));
      count(`looked up: ${found.kind}`);
      if (found.kind === 'found') expect([[found.order.id], this.unclaimed(hash)]).toEqual([before, []]);
      if (found.kind !== 'undecided' && found.kind !== 'notListed') return;
      const candidates = found.kind === 'undecided' ? [...found.same, ...found.maybe] : [];
      const truth = candidates.find(({ id }) => before.includes(id));
      expect(truth ? [truth.id] : []).toEqual(before);
      const resolved = await window.checkOrder.resolve(held.entry, truth ?? 'notBooked');
      count(`resolved: ${resolved.kind}`);
      window.dieIn(undefined);
    };
    if ((await Promise.race([act(), window.death])) === 'dead') count('dead while looking up');
  }
}

vi.setConfig({ testTimeout: patient(300_000) });

describe('two windows of one machine, in a storm', () => {
  it('send one order for one confirmation, record each before, and find each again', async () => {
    const { numRuns } = runs({ quick: 250, full: 20_000 });
    const script = fc.array(act, { minLength: 2, maxLength: 8 });
    const turns = fc.array(fc.nat(5), { minLength: 1, maxLength: 30 });
    const perDay = fc.constantFrom(undefined, undefined, 150, 250);
    let done = 0;
    await fc.assert(
      fc.asyncProperty(script, telling, turns, perDay, async (acts, how, rhythm, limit) => {
        const clock = { now: noon };
        let turn = 0;
        const machine: Machine = {
          service: createStormyService(clock, how),
          disk: { lines: [], failures: 0 },
          clock,
          perDay: limit,
          turns: () => rhythm[turn++ % rhythm.length] ?? 0,
          problems: [],
          deaths,
        };
        const user = new TwoWindows(machine, how);
        for (const action of acts) await user.do(action);
        await user.expectEverythingFound();
        done += 1;
      }),
      { numRuns },
    );
    expect(done).toBeGreaterThanOrEqual(numRuns);
    // What is rare does not come in few runs.
    if (!isFull) return;
    console.log(`${done} random runs: ${JSON.stringify(Object.fromEntries([...seen, ...deaths]), null, 1)}`);
    for (const what of [
      'placed',
      'refused',
      'unclear',
      'thrown',
      'not sent: unresolved',
      'not sent: orderedMeanwhile',
      'not sent: overBudget',
      'looked up: found',
      'looked up: undecided',
      'looked up: notListed',
      'resolved: written',
      'resolved: tooEarly',
      'dead while ordering',
      'dead while looking up',
    ])
      expect([what, (seen.get(what) ?? 0) > 0]).toEqual([what, true]);
    for (const where of ['before the line sending', 'after the line sending', 'before the line placed'])
      expect([where, (deaths.get(where) ?? 0) > 0]).toEqual([where, true]);
  });
});
