import { mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { analyticOrderKind } from '../../../../../src/service/rules/analyticOrder.ts';
import type { Order } from '../../../../../src/service/rules/order.ts';
import { describeError } from '../../../../../src/platform/host/presentError.ts';
import { asSignedIn } from '../../../../../src/session/session.ts';
import type { JournalLine } from '../../../../../src/features/orders/journal.ts';
import { readReportFile } from '../../../../../src/features/deliveries/reportFiles.ts';
import { decorateDeliveries } from '../../../../../src/features/deliveries/ui/deliveryFiles.ts';
import {
  downloadDelivery,
  downloadReady,
} from '../../../../../src/features/deliveries/ui/downloadDelivery.ts';
import { withBar } from '../../../../../src/features/deliveries/ui/fetchDelivery.ts';
import { revealDelivery } from '../../../../../src/features/deliveries/ui/revealDelivery.ts';
import { unzipDelivery, unzippedBytes } from '../../../../../src/features/deliveries/ui/unzipDelivery.ts';
import { editor } from '../../../../fake/editor.ts';
import { read, say, user } from '../../../../fake/user.ts';
import { apiError } from '../../../fakes.ts';
import { bareDelivery, bareOrder } from '../../../fixtures.ts';
import { tempFolder } from '../../../tempFolder.ts';
import { deliverySetup, documents, newFolder, ran, type Served } from './deliverySetup.ts';
import { madeZip } from './madeZip.ts';

const reportText = '{"type":"FeatureCollection","features":[]}';
const zip = madeZip([{ name: 'IMG/a.txt', text: 'pixels' }]);

let folder: string;
beforeEach(async () => void (folder = await newFolder()));

const link = (name: string) => `https://access.test/${name}`;

function product(id: string, rest: Partial<Order> = {}, types: readonly string[] = ['bundle']): Order {
  const deliveries = types.map((productType, index) =>
    bareDelivery({ id: `${id}-${index}`, download: link(`${id}${index}`), datas: { productType } }),
  );
  return bareOrder({
    id,
    kind: 'order.data.product',
    status: 'delivered',
    customerRef: id,
    deliveries,
    ...rest,
  });
}

const report = (id: string): Order =>
  bareOrder({
    id,
    kind: 'order.analytics-toolbox.archive',
    status: 'delivered',
    title: id,
    deliveries: [bareDelivery({ download: link(id) })],
  });

function setUp(orders: readonly Order[], served: Record<string, Served>) {
  const links = Object.fromEntries(Object.entries(served).map(([name, content]) => [link(name), content]));
  return deliverySetup(orders, links);
}

const row = (orderId: string, deliveryIndex?: number) => ({
  id: `${orderId}/${deliveryIndex}`,
  label: 'r',
  subject: { orderId, deliveryIndex },
});
const kept = async () => (await readdir(join(folder, 'reports')).catch(() => [])).sort();

/** The error text that is shown to the user. */
async function errorText(run: Promise<unknown>): Promise<string> {
  const error: unknown = await run.then(
    () => undefined,
    (fault: unknown) => fault,
  );
  expect(error).toBeInstanceOf(Error);
  return describeError(error);
}

describe('a folder of the workspace that was deleted', () => {
  it('is created again for a download, so that nothing that was paid for is lost', async () => {
    const { parts } = await setUp([report('r1')], { r1: reportText });
    await rm(folder, { recursive: true });
    user.answers = [say(undefined)];
    await downloadDelivery(parts, row('r1', 0));
    expect(await kept()).toEqual([expect.stringMatching(/^r1-[0-9a-f]{8}\.geojson$/)]);
  });

  it('while a download runs, makes it fail with what to do, and the next one succeeds', async () => {
    const remove = async () => {
      await rm(folder, { recursive: true });
      return reportText;
    };
    const { parts, served } = await setUp([report('r1')], { r1: remove });
    expect(await errorText(downloadDelivery(parts, row('r1', 0)))).toBe(
      `The folder ${join(folder, 'reports')} was deleted during the download. Download again.`,
    );
    served[link('r1')] = reportText;
    user.answers = [say(undefined)];
    await downloadDelivery(parts, row('r1', 0));
    expect(await kept()).toEqual([expect.stringMatching(/^r1-[0-9a-f]{8}\.geojson$/)]);
  });
});

describe('Download Delivery', () => {
  it('downloads a product, and offers to unzip it', async () => {
    const { parts, seen } = await setUp([product('o1')], { o10: zip });
    user.answers = [read(/^Downloaded o1-bundle-[0-9a-f]{8}\.zip\./, 'Unzip')];
    await downloadDelivery(parts, row('o1'));
    const [name = ''] = await kept();
    expect(name).toMatch(/^o1-bundle-[0-9a-f]{8}\.zip$/);
    expect((await readFile(join(folder, 'reports', name))).equals(zip)).toBe(true);
    expect(user.prompts.map(({ choices }) => choices)).toEqual([['Show Image', 'Unzip', 'Reveal File']]);
    expect(ran()).toEqual([
      ['swath.unzipDelivery', expect.objectContaining({ subject: { orderId: 'o1', deliveryIndex: 0 } })],
    ]);
    expect(seen).toEqual(['o1']);
    expect(editor.progress).toMatchObject([
      { title: 'Downloading o1', messages: [expect.stringMatching(/ kB of .* kB$/)] },
    ]);
  });

  it('updates its progress a few times, however many chunks come', async () => {
    await withBar('Downloading', (_signal, show) => {
      for (let chunk = 0; chunk <= 100_000; chunk++) show(chunk / 100_000, String(chunk));
      return Promise.resolve();
    });
    const [{ messages, percent } = { messages: [], percent: 0 }] = editor.progress;
    expect([messages.at(-1), percent]).toEqual(['100000', 100]);
    expect(messages.length).toBeLessThan(20);
  });

  it('sends nothing if the file exists', async () => {
    const { parts, requested } = await setUp([report('r1')], { r1: reportText });
    user.answers = [say(undefined), read(/^Downloaded r1-[0-9a-f]{8}\.geojson\./, 'Open Report')];
    await downloadDelivery(parts, 'r1');
    await downloadDelivery(parts, 'r1');
    expect(requested).toHaveLength(1);
    expect(ran()[0]?.[0]).toBe('swath.openReport');
  });

  it('decorates what was downloaded with its order, and while signed out what was ordered here', async () => {
    const at = '2026-03-14T12:00:00Z';
    const orders = [product('o1', { createdAt: at }), report('$(trash)')];
    const { parts, session } = await setUp(orders, { o10: zip, '$(trash)': reportText });
    const known = signal<JournalLine[]>([]);
    const decorator = decorateDeliveries(session, parts.orders, { known }, () => undefined);
    user.answers = [read(/./, undefined)];
    await downloadReady(parts);
    const uris = (await kept()).map(name => vscode.Uri.file(join(folder, 'reports', name)));
    const tooltips = () =>
      uris.map(uri => (decorator.decorate(uri) as vscode.FileDecoration | undefined)?.tooltip);
    const first = expect.stringMatching(/^o1 · Order o1 · 2026-03-14 12:00:00 UTC/) as string;
    expect(tooltips()).toEqual([first, '$\u200b(trash) · Order $\u200b(trash)']);

    await session.signOut();
    const line = { id: 'e1', at, connection: 'Test' };
    const order = { title: 'Quay', bodyHash: '', orderKind: analyticOrderKind };
    const sent = { ...line, event: 'sending', ...order, price: { value: 1, unit: '' } } as const;
    const placed = { ...line, event: 'placed', orderId: '$(trash)', status: 'ordered' } as const;
    known.value = [sent, placed];
    expect(tooltips()).toEqual([undefined, expect.stringMatching(/^Quay · Order .* · 2026-03-14/)]);
    decorator.dispose();
  });

  it('gives each feature of a report on one long line its own, and keeps the delivered bytes', async () => {
    const features = Array.from({ length: 2000 }, (_one, index) => ({
      type: 'Feature',
      geometry: index === 7 ? null : { type: 'Point', coordinates: [index / 100, 1.1] },
      properties: { name: 'é, {"[\\' },
    }));
    // More digits than a number has, and a member after the features.
    const json = JSON.stringify({ type: 'FeatureCollection', features }).replaceAll(
      '1.1',
      '1.10000000000000000001',
    );
    const text = `${json.slice(0, -1)}, "crs": [1, 2]}`;
    const { parts, requested, logged } = await setUp([report('r1')], { r1: text });
    user.answers = [say(undefined), read(/^Downloaded r1-[0-9a-f]{8}\.geojson\./, undefined)];
    await downloadDelivery(parts, 'r1');
    const [name = '', original = '', ...others] = await kept();
    expect([original, others]).toEqual([`${name}.original`, []]);
    const path = join(folder, 'reports', name);
    expect(await readFile(`${path}.original`, 'utf8')).toBe(text);
    const readable = await readFile(path, 'utf8');
    expect(readable.replaceAll('\n', '')).toBe(text);
    expect(JSON.parse(readable)).toEqual(JSON.parse(text));
    const lines = readable.split('\n');
    expect([lines[0], lines.length]).toEqual(['{"type":"FeatureCollection","features":[', 2000]);
    expect((await readReportFile(path))?.index.facts.features).toBe(1999);
    // The delivery is what can be read, and nothing is requested again.
    await downloadDelivery(parts, 'r1');
    expect(requested).toHaveLength(1);
    const signedIn = asSignedIn(parts.session.current.peek());
    expect(signedIn && (await parts.downloads.find(signedIn, { order: report('r1'), index: 0 }))).toBe(path);
    // If the delivered bytes can't be kept, the report stays as it is, and the log says why.
    for (const file of [path, `${path}.original`]) await rm(file);
    await mkdir(`${path}.original`);
    user.answers = [say(undefined)];
    await downloadDelivery(parts, 'r1');
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(await kept()).toEqual([name, `${name}.original`]);
    expect(logged.map(String)).toEqual([
      expect.stringMatching(/: r1-.*\.geojson remains as delivered.*EISDIR/),
    ]);
  });

  it.each([
    ['whose features have lines of their own', ',\n', 500],
    ['that is short', ',', 20],
  ])('leaves a report %s as it is', async (_which, separator, count) => {
    const feature = '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}';
    const text = `{"type":"FeatureCollection","features":[${Array(count).fill(feature).join(separator)}]}`;
    const { parts } = await setUp([report('r1')], { r1: text });
    user.answers = [say(undefined)];
    await downloadDelivery(parts, 'r1');
    const [name = '', ...others] = await kept();
    expect([await readFile(join(folder, 'reports', name), 'utf8'), others]).toEqual([text, []]);
  });

  it('downloads the selected products, and reports the result of each', async () => {
    const { parts } = await setUp([product('o1', {}, ['bundle', 'panchromatic', 'bundle-fs'])], {
      o10: zip,
      o11: zip,
    });
    user.answers = [({ picked }) => picked];
    await downloadDelivery(parts, row('o1'));
    expect((await kept()).map(name => name.replace(/-[0-9a-f]{8}/, ''))).toEqual([
      'o1-bundle.zip',
      'o1-panchromatic.zip',
    ]);
    const [document] = documents;
    expect(document?.text).toContain('Downloaded: 2 of 3.');
    expect(document?.text).toMatch(
      /\| o1 · Delivery 1 \(bundle\) \| downloaded \| o1-bundle-[0-9a-f]{8}\.zip \| o1 \|/,
    );
    expect(document?.text).toMatch(/Delivery 3 \(bundle-fs\) \| The service couldn't find it\./);
  });

  it('downloads all deliveries of the selected rows at once, and reports the result of each once', async () => {
    const waiting = bareOrder({ id: 'o3', customerRef: 'o3', status: 'running' });
    const { parts, requested } = await setUp(
      [product('o1', {}, ['bundle', 'panchromatic']), product('o2'), waiting, product('o4')],
      { o10: zip, o11: zip, o20: zip },
    );
    const rows = [row('o1'), row('o1', 1), row('o2'), row('o3')];
    await downloadDelivery(parts, rows[2], rows);
    expect(user.prompts).toEqual([]);
    expect(editor.progress.map(({ title }) => title)).toEqual(['Downloading 4 files']);
    expect(requested).toHaveLength(3);
    expect(documents).toHaveLength(1);
    expect(documents[0]?.text).toContain('Downloaded: 3 of 4.');
    expect(documents[0]?.text).toMatch(/^\| o3 \| .+ \|  \| o3 \|$/m);
  });

  it('asks which delivery if none is given, with none selected by default', async () => {
    const { parts } = await setUp([product('o1'), report('r1')], { o10: zip, r1: reportText });
    user.answers = [({ picked }) => picked];
    await downloadDelivery(parts, undefined);
    user.answers = [say('r1'), say(undefined)];
    await downloadDelivery(parts, undefined);
    expect(await kept()).toEqual([expect.stringMatching(/^r1-/)]);
  });

  it.each<[string, Order, Served]>([
    ['a page', product('o1'), '<!doctype html><title>Busy</title>'],
    ['an archive for a report', report('o1'), zip],
  ])('keeps nothing if the service sends %s', async (_what, order, served) => {
    const { parts } = await setUp([order], { o10: served, o1: served });
    expect(await errorText(downloadDelivery(parts, 'o1'))).toMatch(/sent an invalid file/);
    expect(await kept()).toEqual([]);
  });

  it('ends silently when it is canceled', async () => {
    const { parts } = await setUp([product('o1')], {
      o10: () => {
        editor.cancel();
        return zip;
      },
    });
    await downloadDelivery(parts, 'o1');
    expect(user.prompts).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it("says that the folder can't be written to, and which setting it comes from", async () => {
    await writeFile(join(folder, 'file'), '');
    editor.settings = { 'swath.downloads.folder': 'file/below' };
    const { parts } = await setUp([product('o1')], { o10: zip });
    expect(await errorText(downloadDelivery(parts, 'o1'))).toMatch(
      /write to the folder .*file.below \(not a folder\)\. Set another one in swath\.downloads\.folder/,
    );
  });

  it('says that the disk is full, and that the received data is kept', async () => {
    const { parts } = await setUp([product('o1')], {
      o10: () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })),
    });
    expect(await errorText(downloadDelivery(parts, 'o1'))).toMatch(
      /^Not enough disk space\. Free up space .* to resume\./,
    );
  });

  it("shows the service's reason for a failed production", async () => {
    const deliveries = [bareDelivery({ status: 'error', errorCode: 'E123', message: 'Too cloudy' })];
    const { parts } = await setUp(
      [product('o1', { status: 'error', message: 'It failed.', deliveries })],
      {},
    );
    expect(await errorText(downloadDelivery(parts, 'o1'))).toBe(
      'Order o1 has no file to download. The service reported: "Too cloudy"',
    );
  });

  it('names an order by its kind and id if its title is empty', async () => {
    const { parts } = await setUp([product('o1', { title: '', customerRef: ' ' }), product('o2')], {});
    user.answers = [say(undefined)];
    await downloadDelivery(parts, undefined);
    expect(user.screen).toContain('Image product o1');
  });

  it('says that an order is not delivered yet, and quotes no status', async () => {
    const { parts } = await setUp([product('o1', { status: 'ordered', deliveries: [] })], {});
    expect(await errorText(downloadDelivery(parts, 'o1'))).toBe(
      "Order o1 isn't delivered yet. You'll be notified.",
    );
  });

  it('says what to do if the order is unknown, there are no orders, or nobody is signed in', async () => {
    const { parts, session } = await setUp([], {});
    expect(await errorText(downloadDelivery(parts, 'gone'))).toMatch(/gone is not in the list\. Refresh/);
    expect(await errorText(downloadDelivery(parts, undefined))).toMatch(/No matching delivery/);
    await session.signOut();
    for (const run of [downloadDelivery, unzipDelivery])
      expect(await errorText(run(parts, 'o1'))).toBe('Sign in first.');
  });
});

describe('Download All Ready Deliveries', () => {
  it("downloads what isn't on the disk yet, even if some fail, and reports the result of each", async () => {
    const all = [
      product('o1'),
      product('o2'),
      report('r1'),
      product('o3', { status: 'ordered', deliveries: [] }),
    ];
    const { parts, requested, served, seen } = await setUp(all, { o10: zip, r1: reportText });
    user.answers = [say(undefined)];
    await downloadDelivery(parts, 'o1');
    await downloadReady(parts);
    // Two at a time, so which one is first may vary.
    expect(requested.slice(1).toSorted()).toEqual([link('o20'), link('r1')].toSorted());
    expect(documents[0]?.text).toMatch(/Downloaded: 1 of 2\./);
    expect(seen).toEqual(['o1', 'r1']);

    // One is left, and is reported in a notification.
    served[link('o20')] = zip;
    user.answers = [read(/^Downloaded o2-bundle-\S+/, 'Reveal File')];
    await downloadReady(parts);
    expect(ran()).toEqual([['revealFileInOS', expect.stringMatching(/o2-bundle-[0-9a-f]{8}\.zip$/)]]);
    await downloadReady(parts);
    expect(user.prompts.at(-1)?.text).toBe('There is nothing new to download.');
    expect(requested).toHaveLength(4);
  });

  it('asks first if there are many, and accepts Cancel', async () => {
    const all = Array.from({ length: 11 }, (_none, index) => product(`p${index}`));
    const { parts, requested } = await setUp(all, {});
    user.answers = [read(/^Download 11 files\?/, undefined)];
    await downloadReady(parts);
    expect(requested).toEqual([]);
    user.answers = [say('Download All')];
    await downloadReady(parts);
    expect(requested).toHaveLength(11);
  });
});

describe('Reveal Downloaded File', () => {
  it.each<[string, () => void, string]>([
    ['in the file manager of this machine', () => {}, 'revealFileInOS'],
    ['in the Explorer of a browser', () => (editor.isWeb = true), 'revealInExplorer'],
    ['in the Explorer of a remote window', () => (editor.remoteName = 'ssh'), 'revealInExplorer'],
  ])('shows it %s', async (_where, set, command) => {
    const { parts } = await setUp([report('r1')], { r1: reportText });
    user.answers = [say(undefined)];
    await downloadDelivery(parts, 'r1');
    set();
    await revealDelivery(parts, row('r1', 0));
    expect(ran()).toEqual([[command, expect.stringMatching(/r1-\w+\.geojson$/)]]);
  });

  it('copies the path if the file is outside the folder in a browser', async () => {
    const outside = await tempFolder();
    editor.settings = { 'swath.downloads.folder': outside };
    editor.isWeb = true;
    const { parts } = await setUp([report('r1')], { r1: reportText });
    user.answers = [say(undefined)];
    await downloadDelivery(parts, 'r1');
    await revealDelivery(parts, 'r1');
    expect(editor.clipboard.startsWith(outside)).toBe(true);
    expect(user.prompts.at(-1)?.text).toMatch(/outside the open folder\. Its path was copied/);
  });

  it('downloads a missing report without asking, and shows it', async () => {
    const { parts, requested, seen } = await setUp([report('r1')], { r1: reportText });
    await revealDelivery(parts, 'r1');
    expect(requested).toHaveLength(1);
    expect(ran()).toEqual([['revealFileInOS', expect.stringMatching(/r1-\w+\.geojson$/)]]);
    expect(user.prompts).toEqual([]);
    expect(seen).toEqual(['r1']);
  });

  it('offers to download a missing product, which can be large', async () => {
    const { parts } = await setUp([product('o1')], {});
    user.answers = [read(/^o1 was not downloaded/, 'Download')];
    await revealDelivery(parts, 'o1');
    expect(ran()).toEqual([
      ['swath.downloadDelivery', expect.objectContaining({ subject: { orderId: 'o1', deliveryIndex: 0 } })],
    ]);
    user.answers = [say(undefined)];
    await revealDelivery(parts, 'o1');
    expect(ran()).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'win32')('a link in the folder that leads out of it', () => {
  let elsewhere: string;
  beforeEach(async () => {
    elsewhere = await realpath(await tempFolder());
    await symlink(elsewhere, join(folder, 'reports'));
  });
  const refusal = () => `${join(folder, 'reports')} links outside the workspace, to ${elsewhere}.`;

  it('is not followed by a delivery', async () => {
    const { parts } = await setUp([product('o1')], { o10: zip });
    expect(await errorText(downloadDelivery(parts, row('o1')))).toContain(refusal());
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it('is not followed by files of an archive', async () => {
    const { parts } = await setUp([], {});
    await writeFile(join(elsewhere, 'any.zip'), zip);
    const path = join(folder, 'reports/any.zip');
    expect(await errorText(unzipDelivery(parts, vscode.Uri.file(path)))).toContain(refusal());
    expect(await readdir(elsewhere)).toEqual(['any.zip']);
  });

  it('is allowed if the user chose the other folder', async () => {
    const { parts } = await setUp([product('o1')], { o10: zip });
    editor.settings = { 'swath.downloads.folder': elsewhere };
    user.answers = [say(undefined)];
    await downloadDelivery(parts, row('o1'));
    expect(await readdir(elsewhere)).toEqual([expect.stringMatching(/\.zip$/)]);
  });
});

describe('Unzip Delivery', () => {
  it('downloads, unzips, says where, and shows the folder', async () => {
    const { parts, requested, seen } = await setUp([product('o1')], { o10: zip });
    user.answers = [read(/^Unzipped to .*reports/, 'Reveal Folder')];
    await unzipDelivery(parts, row('o1', 0));
    const [unzipped = '', archive = ''] = await kept();
    expect(archive).toBe(`${unzipped}.zip`);
    expect(await readFile(join(folder, 'reports', unzipped, 'IMG/a.txt'), 'utf8')).toBe('pixels');
    expect(ran()).toEqual([['revealFileInOS', join(folder, 'reports', unzipped)]]);
    expect([requested.length, seen]).toEqual([1, ['o1']]);
  });

  it('asks before it unzips again, and never overwrites', async () => {
    const { parts, requested } = await setUp([product('o1')], { o10: zip });
    user.answers = [read(/^Unzipped to/, undefined)];
    await unzipDelivery(parts, 'o1');
    user.answers = [read(/is already unzipped/, 'Reveal Folder')];
    await unzipDelivery(parts, 'o1');
    expect(await kept()).toHaveLength(2);
    user.answers = [read(/is already unzipped/, 'Unzip Again'), read(/^Unzipped to .*-2\.$/m, undefined)];
    await unzipDelivery(parts, 'o1');
    expect((await kept()).filter(name => name.endsWith('-2'))).toHaveLength(1);
    expect(requested).toHaveLength(1);
  });

  it.each<[string, Buffer, RegExp]>([
    ['leads out', madeZip([{ name: '../x', text: 'x' }]), /^Can't open any\.zip: "\.\.\/x" is unsafe\./],
    ['is none', Buffer.from('PK\x03\x04'), /^Can't open any\.zip: The ZIP file is damaged\. Download/],
    ['is damaged', madeZip([{ name: 'x', text: 'x', crc: 7 }]), /^Can't open any\.zip: "x" is damaged\./],
  ])('says why not if the archive %s', async (_what, bytes, words) => {
    const { parts } = await setUp([], {});
    const path = join(folder, 'any.zip');
    await writeFile(path, bytes);
    expect(await errorText(unzipDelivery(parts, vscode.Uri.file(path)))).toMatch(words);
    expect(await readdir(folder)).toEqual(['any.zip']);
  });

  it('asks before it unpacks an archive that may be designed to fill the disk', async () => {
    const { parts } = await setUp([], {});
    const path = join(folder, 'bomb.zip');
    await writeFile(path, madeZip([{ name: 'x', text: '0'.repeat(120_000_000), packed: true }]));
    user.answers = [read(/^bomb\.zip unpacks to 120 MB\.\nThat is [\d,]+ times its size/, undefined)];
    await unzipDelivery(parts, vscode.Uri.file(path));
    expect(await readdir(folder)).toEqual(['bomb.zip']);
    // It declares less than its real size, and unpacking stops there.
    await writeFile(path, madeZip([{ name: 'x', text: '0'.repeat(1_000_000), packed: true, size: 5 }]));
    expect(await errorText(unzipDelivery(parts, vscode.Uri.file(path)))).toMatch(/Can't open/);
    expect(await readdir(folder)).toEqual(['bomb.zip']);
  });

  it('asks before it unpacks more than the free disk space', async () => {
    const path = join(folder, 'large.zip');
    await writeFile(path, madeZip([{ name: 'x', text: 'x'.repeat(5000) }]));
    expect(await unzippedBytes(path, 5000)).toBe(5000);
    expect(await unzippedBytes(path, undefined)).toBe(5000);
    user.answers = [
      read(/^large\.zip unpacks to 5 kB\.\nNot enough disk space: 3 kB more needed\./, undefined),
    ];
    expect(await unzippedBytes(path, 2000)).toBeUndefined();
    user.answers = [say('Unzip Anyway')];
    expect(await unzippedBytes(path, 2000)).toBe(5000);
  });

  it('leaves nothing when it is canceled', async () => {
    const { parts } = await setUp([], {});
    const path = join(folder, 'any.zip');
    const text = 'x'.repeat(3_000_000);
    await writeFile(
      path,
      madeZip([
        { name: 'a', text },
        { name: 'b', text },
      ]),
    );
    // As soon as it reports progress.
    editor.progressed = message => {
      if (message.includes(' of ')) editor.cancel();
    };
    await unzipDelivery(parts, vscode.Uri.file(path));
    expect(await readdir(folder)).toEqual(['any.zip']);
    expect(ran()).toEqual([]);
  });

  it("says that a delivery isn't an archive", async () => {
    const tiff = Buffer.from([0x49, 0x49, 0x2a, 0, 1]);
    const { parts } = await setUp([product('o1')], { o10: tiff });
    expect(await errorText(unzipDelivery(parts, 'o1'))).toMatch(/o1-bundle-\S+\.tif is not a ZIP file/);
    await mkdir(join(folder, 'reports', 'x'), { recursive: true });
    const failing = await setUp([product('o2')], { o20: () => Promise.reject(apiError('server', 503)) });
    expect(await errorText(unzipDelivery(failing.parts, 'o2'))).toMatch(/status 503/);
  });
});
