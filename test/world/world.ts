import { createHash } from 'node:crypto';
import { createSandbox, type Sandbox, sandboxOrigin } from '../../src/sandbox/sandbox.ts';
import type { Connection } from '../../src/service/rules/connection.ts';
import { createClient } from '../../src/service/wire/client.ts';
import type { SessionRecord } from '../../src/session/session.ts';
import { bodyHash, type OrderBody } from '../../src/features/orders/rules/orderBody.ts';
import { learntForms } from '../contract/learntForms.ts';
import { quay } from '../contract/places.ts';
import { activity } from './activity.ts';
import { type Chance, createChance } from './chance.ts';
import { Disk } from './disk.ts';
import { type Answer, digestOf, Network } from './network.ts';
import { BrokenRule, Rules } from './rules.ts';
import { User } from './user.ts';
import { VirtualClock } from './virtualClock.ts';
import { downloadFolder, type Machine, openWindow, type Plant, type SwathWindow } from './window.ts';

export interface WorldOptions {
  seed: number;
  /** Of virtual time. */
  hours: number;
  plant?: Plant;
  /** Gets each line of the trace as it happens. */
  onTrace?: (line: string) => void;
}

export interface WorldReport {
  /** Of the whole trace. */
  hash: string;
  /** What happened, by name. */
  counts: Record<string, number>;
  failure: string | undefined;
  /** The last lines of the trace. */
  end: readonly string[];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Midnight is near. */
const begin = Date.UTC(2025, 5, 15, 21, 30);

const connection: Connection = {
  name: 'World',
  baseUrl: sandboxOrigin,
  searchUrl: sandboxOrigin,
  authUrl: sandboxOrigin,
  accessUrl: sandboxOrigin,
};

/** Lines of the trace that a failure is told with. */
const longestEnd = 60;

/** Runs a world from its seed. To be called once in a program: it replaces the clock, the disk and chance. */
export async function runWorld({ seed, hours, plant = {}, onTrace }: WorldOptions): Promise<WorldReport> {
  const chance = createChance(seed);
  const clock = new VirtualClock(begin);
  const sandbox = createSandbox({
    seed: 'world',
    forms: learntForms,
    dialect: chance.of(['deployed', 'specification'] as const),
    now: clock.trueTime,
    productionSeconds: 120,
  });
  const bodies = await bodiesFor(sandbox, clock);
  const counts: Record<string, number> = {};
  const trace = createHash('sha256');
  const end: string[] = [];
  const write = (text: string) => {
    const line = `${Math.round(clock.elapsed)} ${text}`;
    trace.update(`${line}\n`);
    onTrace?.(line);
    if (end.push(line) > longestEnd) end.shift();
  };
  const world = new World({ chance, clock, sandbox, bodies, plant, counts, trace: write });
  let failure: string | undefined;
  try {
    await world.run(hours * hourMs);
  } catch (error) {
    if (!(error instanceof BrokenRule)) throw error;
    failure = error.message;
    write(failure);
  }
  return { hash: trace.digest('hex').slice(0, 16), counts, failure, end };
}

async function bodiesFor(sandbox: Sandbox, { trueTime: now }: VirtualClock): Promise<OrderBody[]> {
  const client = createClient({
    connection,
    apiKey: sandbox.apiKey,
    fetch: (url, { once: _once, ...init }) => sandbox.fetch(new Request(url, init)),
    log: () => undefined,
    warn: () => undefined,
    onRefused: () => undefined,
    now,
    orderPaceMs: 0,
  });
  const { images } = await client.search(
    { aoi: quay, constellation: 'PHR', processingLevel: 'SENSOR' },
    1,
    1,
  );
  const [image] = images;
  if (!image) throw new Error('The catalogue has no image of the quay.');
  return ['Quay', 'Quay again', 'Pier'].map(title => ({
    kind: 'order.analytics-toolbox.archive',
    title,
    analytic: 'analytic.orbitalinsight.cars-detection',
    resolution: 0.5,
    imageIds: [image.id],
    aoi: quay,
  }));
}

interface WorldParts {
  chance: Chance;
  clock: VirtualClock;
  sandbox: Sandbox;
  bodies: readonly OrderBody[];
  plant: Plant;
  counts: Record<string, number>;
  trace: (line: string) => void;
}

/** What happens to the machine, and how often. */
const events = {
  act: 60,
  killWindow: 2,
  reloadWindow: 2,
  suspendWindow: 2,
  sleep: 1,
  powerFailure: 1,
  clockError: 1,
  weather: 6,
  diskFull: 2,
  namesRefused: 1,
  folderGone: 1,
} as const;

/** Within what orders are compared with: `clockSkewMs`. */
const largestClockErrorMs = 4 * minuteMs;

class World {
  private readonly parts: WorldParts;
  private readonly rules: Rules;
  private readonly disk: Disk;
  private readonly network: Network;
  private readonly machine: Machine;
  private readonly user: User;
  /** Some worlds are without some of them: what one event interrupts, another can't reach. */
  private readonly events: Record<keyof typeof events, number>;
  private windows: SwathWindow[] = [];
  private opened = 0;
  private sleptMs = 0;
  private isQuiet = false;

  constructor(parts: WorldParts) {
    this.parts = parts;
    const { chance, clock, sandbox, plant } = parts;
    this.events = { ...events };
    for (const name of Object.keys(events) as (keyof typeof events)[])
      if (name !== 'act') this.events[name] *= chance.of([0, 0.2, 1]);
    const count = (name: string) => this.count(name);
    this.disk = new Disk({
      clock,
      chance,
      count,
      onWrite: (path, content) => this.rules.onWrite(path, content),
    });
    this.rules = new Rules(this.disk);
    this.rules.secrets.add(sandbox.apiKey);
    this.network = new Network({
      clock,
      chance,
      sandbox,
      count,
      trace: parts.trace,
      onLeaving: (method, path, body) => this.onLeaving(method, path, body),
      onAnswer: (method, path, answer) => this.onAnswer(method, path, answer),
    });
    const key = sandbox.apiKey;
    let memory: SessionRecord | undefined = { connectionName: connection.name, refusals: {} };
    this.machine = {
      clock,
      fetch: this.network.fetch,
      connection,
      keys: {
        get: () => Promise.resolve(key),
        set: () => Promise.resolve(),
        delete: () => Promise.resolve(),
      },
      memory: {
        read: () => memory,
        write: record => Promise.resolve(void (memory = record)),
      },
      perDay: chance.of([undefined, 3, 10]),
      tell: text => this.rules.keepSecrets(text, 'the log'),
      onLine: line => this.rules.onLine(line),
      plant,
    };
    this.user = new User({
      chance,
      clock,
      rules: this.rules,
      bodies: parts.bodies,
      count,
      trace: parts.trace,
    });
  }

  async run(durationMs: number): Promise<void> {
    const { chance, clock } = this.parts;
    clock.install(chance);
    this.disk.install();
    clock.onWait = () => this.disturb();
    this.disk.oldReadings = chance.is(0.15) ? 0.01 : 0;
    this.rules.perDay = this.machine.perDay;
    this.rules.knowsOthers = this.disk.oldReadings === 0;
    const maxWindows = chance.between(1, 4);
    for (let number = 0; number < maxWindows; number++) this.open();
    const plan = () => {
      clock.schedule(chance.number() * 20_000, () => {
        if (this.isQuiet) return;
        while (this.windows.length < maxWindows) this.open();
        this.happen(chance.weighted(this.events));
        plan();
      });
    };
    plan();
    await this.runUntil(() => clock.elapsed - this.sleptMs >= durationMs);
    await this.endWell();
  }

  private count(name: string): void {
    const { counts } = this.parts;
    counts[name] = (counts[name] ?? 0) + 1;
  }

  private async runUntil(isDone: () => boolean): Promise<void> {
    const { clock } = this.parts;
    await clock.settle();
    while (!isDone()) {
      await clock.step();
      this.rules.afterStep(this.windows.map(({ journal }) => journal.known.peek()));
      this.user.expectAnswers();
    }
  }

  /** A good day: nothing goes wrong any more, and the user checks what is open. */
  private async endWell(): Promise<void> {
    const { clock, trace } = this.parts;
    this.isQuiet = true;
    this.network.trouble = 0;
    this.disk.isFull = false;
    this.disk.refusesNames = false;
    this.disk.oldReadings = 0;
    clock.error = 0;
    trace('a good day');
    for (const window of [...this.windows]) this.kill(window);
    // Requests that are on their way arrive.
    let hasArrived = false;
    clock.schedule(5 * minuteMs, () => (hasArrived = true));
    await this.runUntil(() => hasArrived);
    const window = this.open();
    let isChecked = false;
    let failure = '';
    this.user
      .checkEverything(window)
      .catch((error: unknown) => (failure = error instanceof Error ? error.message : 'no error'))
      .finally(() => (isChecked = true));
    await this.runUntil(() => isChecked);
    if (failure !== '') throw new BrokenRule(`On a good day it fails: ${failure}`);
    this.rules.expectEverythingFound();
  }

  private open(): SwathWindow {
    const window = openWindow(this.machine, `window ${++this.opened}`);
    this.parts.trace(`${window.process.name} opens`);
    this.windows.push(window);
    return window;
  }

  private kill(window: SwathWindow): void {
    this.parts.trace(`${window.process.name} dies`);
    window.process.isDead = true;
    this.windows = this.windows.filter(other => other !== window);
    this.user.forget(window);
  }

  private happen(event: keyof typeof events): void {
    const { chance, clock, trace } = this.parts;
    const window = chance.of(this.windows);
    if (event !== 'act') {
      this.count(`machine: ${event}`);
      trace(event);
    }
    /** For some time. */
    const during = (minutes: number, end: () => void) =>
      clock.schedule(chance.number() * minutes * minuteMs, () => {
        if (!this.isQuiet) end();
      });
    switch (event) {
      case 'act':
        this.user.act(window);
        return;
      case 'killWindow':
      case 'reloadWindow':
        this.kill(window);
        return;
      case 'suspendWindow':
        this.suspend(window, chance.is(0.2) ? 3 * hourMs : 5 * minuteMs);
        return;
      case 'sleep': {
        const ms = chance.number() * (chance.is(0.3) ? 8 * hourMs : 10 * minuteMs);
        clock.sleep(ms);
        this.sleptMs += ms;
        this.user.excuse(ms);
        return;
      }
      case 'powerFailure':
        for (const each of [...this.windows]) this.kill(each);
        this.disk.losePower();
        return;
      case 'clockError':
        clock.error = chance.between(-largestClockErrorMs, largestClockErrorMs);
        return;
      case 'weather':
        this.network.trouble = chance.of([0, 0.1, 0.3, 0.7]);
        return;
      case 'diskFull':
        this.disk.isFull = true;
        during(3, () => (this.disk.isFull = false));
        return;
      case 'namesRefused':
        this.disk.refusesNames = true;
        during(1, () => (this.disk.refusesNames = false));
        return;
      case 'folderGone':
        this.disk.remove(downloadFolder);
        return;
    }
  }

  /** Something happens to a window while it carries out what was confirmed. */
  private disturb(): void {
    const { chance } = this.parts;
    const { process, confirmation } = activity.getStore() ?? {};
    const window = this.windows.find(each => each.process === process);
    if (!process || !window || !confirmation || this.isQuiet || !chance.is(0.02)) return;
    const isDeath = chance.is(0.3);
    const what = isDeath ? 'killed amid an order' : 'suspended amid an order';
    this.count(`machine: ${what}`);
    this.parts.trace(`${process.name} ${what}`);
    if (isDeath) this.kill(window);
    else this.suspend(window, chance.is(0.5) ? 3 * hourMs : 5 * minuteMs);
  }

  private suspend({ process }: SwathWindow, longestMs: number): void {
    const { chance, clock } = this.parts;
    if (process.suspended) return;
    const waiting: (() => void)[] = [];
    process.suspended = waiting;
    const ms = chance.number() * longestMs;
    this.user.excuse(ms);
    const resume = () => {
      this.parts.trace(`${process.name} goes on`);
      process.suspended = undefined;
      // In the order in which they were due.
      for (const run of waiting) activity.run({ process }, () => clock.schedule(0, run));
    };
    // Not in the process itself, which doesn't run.
    activity.exit(() => clock.schedule(ms, resume));
  }

  private onLeaving(method: string, path: string, body: string): void {
    const { confirmation } = activity.getStore() ?? {};
    this.rules.keepSecrets(path, 'an address');
    if (!path.startsWith('/auth/')) this.rules.keepSecrets(body, 'a body');
    if (method === 'POST' && path === '/api/v1/orders')
      this.rules.onOrderLeaving(confirmation, bodyHash(JSON.parse(body) as OrderBody));
    const revoked = /\/([^/]+)\/revoke$/.exec(path)?.[1];
    if (revoked !== undefined) this.rules.onRevocationLeaving(confirmation, revoked);
  }

  private onAnswer(method: string, path: string, { status, bytes }: Answer): void {
    this.parts.trace(`service ${method} ${path} ${status} ${digestOf(bytes).slice(0, 8)}`);
    if (status === 200 && path.startsWith('/api/v1/items/')) this.rules.deliveries.add(digestOf(bytes));
    if (status >= 300) return;
    const text = new TextDecoder().decode(bytes);
    if (path.startsWith('/auth/')) {
      const { access_token: token } = JSON.parse(text) as { access_token?: string };
      if (token) this.rules.secrets.add(token);
    }
    if (method !== 'POST' || path !== '/api/v1/orders') return;
    const sent = JSON.parse(text) as { id?: string | number; order?: { id: string | number } };
    const id = String(sent.order?.id ?? sent.id);
    const { confirmation } = activity.getStore() ?? {};
    confirmation?.booked.push(id);
    this.rules.lookAgain();
    this.count('orders: booked');
  }
}
