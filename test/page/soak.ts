// npm run soak [-- [--minutes 10] [--seed n]]
//
// Simulates a user in the real editor for minutes, with random actions and random faults of the service. Prints the actions
// and the faults. Fails if an order is lost or duplicated, if a key or token is in a log, on an unexpected error, or if
// memory isn't released.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '../../src/service/wire/client.ts';
import { carsOrder } from '../contract/ordersOfQuay.ts';
import { type Product, runCommand, screenshot, signInToLocal, startProduct } from './product.ts';
import { createChance } from './soak/chance.ts';
import { problemsInLogs } from './soak/logs.ts';
import { extensionHosts, type Heaps, measureHeaps, memoryOptions } from './soak/memory.ts';
import { accountFor, openTitles, readJournal } from './soak/orderAccount.ts';
import { createUser, type Deed, type User } from './soak/user.ts';
import { createWind } from './soak/wind.ts';

/** How much a heap may grow overall, in bytes: caches are kept on purpose, and are limited. */
const margins: Heaps = { host: 32_000_000, page: 64_000_000 };
/** Timeout for one action, ms. */
const longestDeed = 60_000;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const chance = createChance(seed);
console.log(`Seed ${seed}, ${minutes} minutes.`);

const memory = await mkdtemp(join(tmpdir(), 'swath-soak-'));
const product = await startProduct({
  size: { width: 1900, height: 1000 },
  ...memoryOptions(memory),
  settings: { 'swath.orders.pollSeconds': 5, 'files.hotExit': 'off' },
});
const secrets = hearSecrets(product);
const tally = new Map<Deed, { done: number; notDone: number }>();
const violations: string[] = [];
let hindrances = 0;
try {
  await soak();
} finally {
  await product.stop();
  await rm(memory, { recursive: true, force: true });
}

async function soak(): Promise<void> {
  const { page, service, editor, workbench } = product;
  page.setDefaultTimeout(12_000);
  await signInToLocal(product);
  const [host] = await extensionHosts(memory);
  if (host === undefined) throw new Error('No extension host told of its memory.');
  const user = createUser(product, chance, await orderBody(product));
  const wind = createWind(service.sandbox, chance);

  // Each action once without faults, so that everything that is loaded on first use is loaded.
  for (const deed of ['search by lens', 'choose images', 'order', 'refresh', 'switch the theme'] as const)
    await attempt(user, deed, user.do(deed));
  // Showing a Markdown document makes VS Code load its own Markdown extensions into the same host.
  await runCommand(page, 'Swath: Diagnose Connection');
  await page.locator('.tab.active', { hasText: 'Diagnosis' }).waitFor();
  await user.tidyUp();
  const before = await measureHeaps(memory, host, page);

  const end = Date.now() + minutes * 60_000;
  while (Date.now() < end) {
    await attempt(user, 'sign out and in', user.ensureSignedIn(), true);
    if (chance.next() < 0.6) wind.blow();
    const deed = user.something();
    await attempt(user, deed, user.do(deed));
    if (chance.next() < 0.3) wind.still();
  }

  wind.still();
  await user.tidyUp();
  await attempt(user, 'sign out and in', user.ensureSignedIn(), true);
  const journalFile = join(editor.dataDir, 'data/User/globalStorage/swath.swath/journal.jsonl');
  const isAllKnown = async () => openTitles(await readJournal(journalFile)).length === 0;
  // "Not booked" isn't available within a minute after sending.
  const patient = Date.now() + 150_000;
  while (!(await isAllKnown()) && Date.now() < patient) await attempt(user, 'look up', user.do('look up'));

  await user.tidyUp();
  const after = await measureHeaps(memory, host, page);
  const orders = accountFor(user.yeses, await readJournal(journalFile), service.sandbox);
  violations.push(
    ...orders.losses.map(loss => `Lost: ${loss}`),
    ...orders.doubles.map(double => `Doubled: ${double}`),
    ...(await problemsInLogs(editor.logs, secrets)),
    ...workbench.problems.map(({ kind, text, source }) => `Webview, ${kind}: ${text} (${source})`),
    ...(['host', 'page'] as const).flatMap(name =>
      after[name] - before[name] > margins[name] ? [`The heap of the ${name} did not come back.`] : [],
    ),
  );
  if (violations.length > 0) await screenshot(page, 'soak', '.test-results/page');

  const heap = (name: keyof Heaps) =>
    `${mb(before[name])} at the start, ${mb(after[name])} at the end, ${mb(margins[name])} more are allowed`;
  const rows: [string, string | number][] = [
    ['seed', seed],
    ['actions', [...tally.values()].reduce((sum, { done, notDone }) => sum + done + notDone, 0)],
    ...[...tally].map(([deed, { done, notDone }]): [string, string] => [
      `  ${deed}`,
      `${done} done${notDone > 0 ? `, ${notDone} hindered` : ''}`,
    ]),
    ['faults met', Object.values(wind.met()).reduce((sum, count) => sum + count, 0)],
    ...Object.entries(wind.met()).map(([kind, times]): [string, number] => [`  ${kind}`, times]),
    ['orders: yes', orders.yes],
    ['orders: sent', orders.sent],
    ['orders: booked', orders.booked],
    ['orders: answer lost, found', orders.found],
    ['orders: not booked, and known so', orders.notBooked],
    ['losses', orders.losses.length],
    ['doubles', orders.doubles.length],
    ['heap of the extension host', heap('host')],
    ['heap of the page', heap('page')],
    ['violations', violations.length],
  ];
  console.log(rows.map(([name, value]) => `${name.padEnd(36)} ${value}`).join('\n'));
  for (const violation of violations) console.error(`  ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
}

/** Waits for an action of the user, and goes back to a window without open dialogs if a fault interrupts it. */
async function attempt(user: User, deed: Deed, run: Promise<void>, isSilent = false): Promise<void> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`"${deed}" took too long.`)), longestDeed).unref();
  });
  const row = tally.get(deed) ?? { done: 0, notDone: 0 };
  const began = Date.now();
  const why = await Promise.race([run, late]).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0],
  );
  if (!isSilent || why !== undefined) tally.set(deed, row);
  if (why === undefined) row.done += isSilent ? 0 : 1;
  else {
    row.notDone += 1;
    await screenshot(product.page, `${++hindrances} ${deed}`, '.test-results/soak').catch(() => undefined);
    await user.stepBack().catch(() => undefined);
  }
  if (!isSilent || why !== undefined) {
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`${new Date().toISOString().slice(11, 19)} ${deed}, ${seconds} s${why ? `: ${why}` : ''}`);
  }
}

async function orderBody({ service }: Product): Promise<object> {
  const { origin, sandbox } = service;
  const client = createClient({
    connection: { name: 'Local', baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin },
    apiKey: sandbox.apiKey,
    fetch,
    log: () => undefined,
    warn: () => undefined,
    onRefused: () => undefined,
  });
  return carsOrder(client, reason => {
    throw new Error(reason);
  });
}

/** The key, and every token that the service issues from now on. Grows. */
function hearSecrets({ service: { sandbox } }: Product): ReadonlySet<string> {
  const received = new Set([sandbox.apiKey, sandbox.evaluationKey]);
  const serve = sandbox.fetch.bind(sandbox);
  sandbox.fetch = async request => {
    const response = await serve(request);
    if (new URL(request.url).pathname.endsWith('/token')) {
      const text = await response
        .clone()
        .text()
        .catch(() => '');
      for (const [, token = ''] of text.matchAll(/"access_token":"([^"]+)"/g)) received.add(token);
    }
    return response;
  };
  return received;
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
