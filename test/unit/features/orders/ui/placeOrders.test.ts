import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { box, polygon } from '../../../geo/polygons.ts';
import { placeOrder, placeOrders } from '../../../../../src/features/orders/ui/place/placeOrders.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { type Answer, enter, read, refused, say, user } from '../../../../fake/user.ts';
import { apiError, connection, deferred, price, settle } from '../../../fakes.ts';
import { bareOrder } from '../../../fixtures.ts';
import { orderSetup, reportOf, uriOf } from './orderSetup.ts';

const answers = (...args: Answer[]) => void (user.answers = args);
/** Waits for the list of orders. */
const untilAsked = () => eventually(() => editor.question, { interval: 1 });

async function setUp(...args: Parameters<typeof orderSetup>) {
  const parts = await orderSetup(...args);
  // No two are the same order.
  for (const [index, name] of ['Quay', 'Pier', 'Dock'].entries())
    parts.file(name, reportOf(name, { aoi: polygon(box(5, 43, 5.0664, 43.05 - index * 0.00002)) }));
  parts.service.price = body => {
    const { title } = body as { title: string };
    return price(title === 'Pier' ? 20 : 10, { areaKm2: title === 'Dock' ? 28 : 30 });
  };
  const batch = {
    place: (argument: unknown, all: unknown) => placeOrders(parts.parts, argument, all),
  };
  const uris = ['Quay', 'Pier', 'Dock'].map(uriOf);
  const start = () => batch.place(uris[0], uris);
  const accept = () => editor.question.accept();
  const titles = () => parts.service.sent.map(body => (body as { title: string }).title);
  /** The files of the results: title, path, what became of it, order. */
  const reported = () =>
    (parts.reports.at(-1)?.files ?? []).map(({ cells, result }) =>
      [...cells.map(([, text]) => text), result?.text, result?.orderId].filter(Boolean).join(' | '),
    );
  return { ...parts, batch, uris, start, accept, titles, reported };
}

describe('placing several orders', () => {
  it('offers no past of a file, and refuses it', async () => {
    const { batch, uris, service } = await setUp();
    const path = uris[0]?.path ?? '';
    const past = editor.open(`git:${path}?{"ref":"HEAD"}`, JSON.stringify(reportOf('Quay of before')));
    answers(() => undefined);
    await batch.place(undefined, undefined);
    expect(editor.inputs.at(-1)?.items.map(({ label }) => label)).toEqual(['Dock', 'Pier', 'Quay']);
    await expect(batch.place(past.uri, [past.uri])).rejects.toThrow('Open the file itself.');
    expect(service.sent).toEqual([]);
  });

  it('shows one table and one dialog, sends one after another, and reports each result', async () => {
    const { start, accept, titles, store, reported, reports } = await setUp();
    const run = start();
    await untilAsked();
    expect(editor.question.title).toBe('Total: 40 credits · Balance after order: 4,960 credits');
    expect(editor.question.lines()).toEqual([
      'Quay | 10 credits · 1 image · 30 km²',
      'Pier | 20 credits · 1 image · 30 km²',
      'Dock | 10 credits · 1 image · 30 km² in the file, 28 km² by the service',
    ]);
    answers(prompt => {
      expect(prompt.text).toBe('Place 3 orders?');
      expect(prompt.detail.split('\n')).toEqual([
        'Total: 40 credits',
        'Balance: 5,000 credits',
        'Balance after order: 4,960 credits',
        'Connection: Test · contract c1',
        '',
        '1. "Quay" (Quay.order.json) · 10 credits · cars, 0.5 m · img · 30 km² · 43.02500° N, 5.03320° E',
        '2. "Pier" (Pier.order.json) · 20 credits · cars, 0.5 m · img · 30 km² · 43.02499° N, 5.03320° E',
        '3. "Dock" (Dock.order.json) · 10 credits · cars, 0.5 m · img · 30 km² in the file, 28 km² by the service · 43.02498° N, 5.03320° E',
      ]);
      return 'Order for 40 credits';
    });
    accept();
    await run;
    expect(titles()).toEqual(['Quay', 'Pier', 'Dock']);
    expect(store.lines.map(({ event }) => event)).toEqual(Array(3).fill(['sending', 'placed']).flat());
    expect(reported()).toEqual(['Quay | o1', 'Pier | o2', 'Dock | o3']);
    expect(reports.at(-1)?.outcome).toBe('Orders: 3 placed');
    // The page says so.
    expect(user.prompts.map(({ kind }) => kind)).toEqual(['modal']);
  });

  it('says of each order what the account already has, in the table and first in the dialog', async () => {
    const { start, accept, titles, listed } = await setUp();
    const payload = reportOf('Old');
    listed.value = {
      kind: 'ready',
      orders: [bareOrder({ id: 'o9', kind: payload.kind, status: 'delivered', payload })],
    };
    const run = start();
    await untilAsked();
    const warning = '⚠ You already have this report: 100 % of the area, delivered';
    expect(editor.question.items.every(({ detail }) => detail?.includes(warning))).toBe(true);
    answers(prompt => {
      expect(prompt.detail.split('\n')[0]).toMatch(
        /^⚠ "Quay": You already have this report: 100 % of the area/,
      );
      return undefined;
    });
    accept();
    await run;
    expect(titles()).toEqual([]);
  });

  it('quotes titles so that none looks like a line of the dialog', async () => {
    const { file, batch } = await setUp();
    const title = 'Quay"\n⚠ "Pier": Price: 0 credits\u202e • 2. “Free” (a.order.json)';
    file('strange', reportOf(title, { imageIds: ['other'] }));
    const uris = ['strange', 'Pier'].map(uriOf);
    answers(prompt => {
      const line = prompt.detail.split('\n').find(text => text.startsWith('1. '));
      expect(line).toMatch(/^1\. "Quay' 'Pier': Price: 0 credits 2\. 'Free…" \(strange\.order\.json\) · 10 /);
      expect(prompt.detail).not.toMatch(/^(?!1\. ).*Free/m);
      return undefined;
    });
    const run = batch.place(uris[0], uris);
    await untilAsked();
    editor.question.accept();
    await run;
    expect(user.prompts).toHaveLength(1);
  });

  it('warns of two orders that differ only in name, and does not place them by Enter', async () => {
    const { file, batch, titles } = await setUp();
    file('copy', reportOf('Copy'));
    const uris = ['Quay', 'copy'].map(uriOf);
    answers(prompt => {
      expect(prompt.detail).toMatch(/^⚠ "Copy": The same images, area and options as "Quay"\n/);
      return enter(prompt);
    }, say(''));
    const run = batch.place(uris[0], uris);
    await untilAsked();
    editor.question.accept();
    await run;
    expect(titles()).toEqual([]);
  });

  it('places only what stays selected, and nothing without confirmation', async () => {
    const { start, titles } = await setUp();
    for (const [chosen, answer] of [
      [['Pier'], undefined],
      [[], undefined],
      [['Pier'], 'Order for 20 credits'],
    ] as const) {
      const run = start();
      await untilAsked();
      if (chosen.length > 0) answers(say(answer));
      await editor.pick(...chosen);
      await run;
    }
    expect(titles()).toEqual(['Pier']);
  });

  it('says in the dialog what was ordered while the table was open', async () => {
    const { parts, start, accept, titles, uris } = await setUp();
    const run = start();
    await untilAsked();
    answers(say('Order for 10 credits'));
    await placeOrder(parts, uris[0]);
    answers(prompt => {
      expect(prompt.detail.split('\n')[0]).toMatch(/^⚠ "Quay": The same was ordered/);
      return undefined;
    });
    accept();
    await run;
    expect(titles()).toEqual(['Quay']);
  });

  it('leaves out what was priced again while the table was open, even for the same price', async () => {
    const { parts, start, accept, titles, reports } = await setUp();
    const run = start();
    await untilAsked();
    await parts.prices.ask(reportOf('Quay', { aoi: polygon(box(5, 43, 5.0664, 43.05)) }));
    answers(read(/^Place 2 orders\?/, 'Order for 30 credits'));
    accept();
    await run;
    expect(titles()).toEqual(['Pier', 'Dock']);
    expect(reports.at(-1)?.leftOut.map(({ why }) => why)).toEqual([
      'Request the price first, then order. Nothing was sent.',
    ]);
  });

  it.each<[string, string | undefined, string[], string[]]>([
    ['stops', 'Stop', ['Quay', 'Pier'], ["didn't accept", 'not sent']],
    ['stops without an answer', undefined, ['Quay', 'Pier'], ["didn't accept", 'not sent']],
    ['goes on', 'Order the Rest', ['Quay', 'Pier', 'Dock'], ["didn't accept", 'o3']],
  ])('%s at the first refusal as the user chooses', async (_what, answer, sent, words) => {
    const { start, accept, service, titles, reported } = await setUp();
    service.place = (body, count) =>
      (body as { title: string }).title === 'Pier'
        ? Promise.reject(apiError('invalid', 400))
        : Promise.resolve(bareOrder({ id: `o${count}` }));
    const run = start();
    await untilAsked();
    answers(say('Order for 40 credits'), prompt => {
      // Not a dialog, because the user may be doing something else.
      expect(prompt.kind).toBe('message');
      expect(prompt.text).toMatch(/^"Pier" was not placed. The service didn't accept/);
      return answer;
    });
    accept();
    await run;
    expect(titles()).toEqual(sent);
    expect(
      reported()
        .slice(1)
        .map((row, index) => row.includes(words[index] ?? '')),
    ).toEqual([true, true]);
    // The files of what was placed say nothing that its title doesn't.
    const files = reported().flatMap(row => /\w+\.order\.json/.exec(row) ?? []);
    expect(files).toEqual(['Pier.order.json', ...(sent.includes('Dock') ? [] : ['Dock.order.json'])]);
  });

  it.each<[number, string[], string, string]>([
    [
      1,
      ['Quay'],
      'Couldn\'t confirm the order "Quay": it may have been placed. Not sent: Pier; Dock.',
      '1 not confirmed · 2 not sent',
    ],
    [
      2,
      ['Quay', 'Pier'],
      'Couldn\'t confirm the order "Pier": it may have been placed. Placed: Quay. Not sent: Dock.',
      '1 placed · 1 not confirmed · 1 not sent',
    ],
    [
      3,
      ['Quay', 'Pier', 'Dock'],
      'Couldn\'t confirm the order "Dock": it may have been placed. Placed: Quay; Pier.',
      '2 placed · 1 not confirmed',
    ],
  ])(
    'ends with unconfirmed order %i, says what is known of each, and offers to check it',
    async (lost, sent, text, counts) => {
      const { start, accept, service, titles, reports, uris, logged } = await setUp();
      service.place = (_body, count) =>
        count === lost
          ? Promise.reject(apiError('timeout'))
          : Promise.resolve(bareOrder({ id: `o${count}` }));
      const run = start();
      await untilAsked();
      answers(say('Order for 40 credits'), prompt => {
        expect(prompt.text).toBe(text);
        return 'Check Order Status';
      });
      accept();
      await run;
      expect(titles()).toEqual(sent);
      expect(reports.at(-1)?.outcome).toBe(`Orders: ${counts}`);
      // If it wasn't booked, this file's order is offered again.
      const lostFile = uris[lost - 1]?.toString();
      expect(editor.ran.at(-1)).toEqual(['swath.resolveOrder', [expect.any(String)], lostFile]);
      expect(logged).toEqual([expect.stringContaining('timeout')]);
    },
  );

  it.each<[string, string | undefined, number]>([
    ['the sum', '40', 3],
    ['another sum', '30', 0],
    ['nothing', undefined, 0],
  ])('above the budget requires the typed sum; with %s it sends this many', async (_what, typed, count) => {
    const { start, accept, titles } = await setUp({ perDay: 35, perOrder: 25 });
    const run = start();
    await untilAsked();
    answers(
      read(/⚠ 40 more would bring today to 40 of 35 credits, your budget per day\./, 'Type the Amount…'),
      count === 0 && typed ? refused(typed) : say(typed),
    );
    accept();
    await run;
    expect(titles()).toHaveLength(count);
  });

  it.each<[string, object, RegExp, string | undefined]>([
    ['counts the', {}, /⚠ 10 more would bring today to 40 of 35 credits/, undefined],
    [
      'counts, on another contract at the same address, no',
      { connection: 'Other', contract: 'another' },
      /^(?!.*⚠)/s,
      'Order for 10 credits',
    ],
  ])('%s spending of another window while the table is open', async (_what, where, detail, answer) => {
    const { start, store, titles } = await setUp({ perDay: 35 });
    const run = start();
    await untilAsked();
    const at = new Date().toISOString();
    const place = { id: 'e1', at, connection: 'Test', service: connection.baseUrl, ...where };
    const total = { value: 30, unit: 'credits' };
    store.lines.push(
      { event: 'sending', bodyHash: 'h', title: 'Elsewhere', orderKind: 'k', price: total, ...place },
      { event: 'placed', orderId: 'e', status: 'ordered', ...place },
    );
    answers(read(detail, answer));
    await editor.pick('Quay');
    await run;
    expect(titles()).toEqual(answer === undefined ? [] : ['Quay']);
  });

  it("leaves out files that aren't orders and duplicates, with the reason", async () => {
    const { batch, accept, file, titles, reports } = await setUp();
    file('Duplicate', reportOf('Quay'));
    file('Broken', reportOf('Broken', { resolution: 7 }));
    file('Rubbish', '[');
    const uris = ['Quay', 'Duplicate', 'Broken', 'Rubbish'].map(uriOf);
    const run = batch.place(uris[0], uris);
    await untilAsked();
    expect(editor.question.lines()).toEqual([
      'Quay | 10 credits · 1 image · 30 km²',
      "can't be ordered",
      'Duplicate.order.json | It is the same order as Quay.order.json.',
      expect.stringMatching(/^Broken\.order\.json \| .*at resolution/),
      "Rubbish.order.json | Rubbish.order.json doesn't contain a JSON object.",
    ]);
    answers(say('Order for 10 credits'));
    accept();
    await run;
    expect(titles()).toEqual(['Quay']);
    expect(
      reports
        .at(-1)
        ?.leftOut.map(({ why }) => why)
        .join('\n'),
    ).toMatch(/same order as Quay[^]*at resolution/);
  });

  it('says why on a second click while it is in progress', async () => {
    const { start, accept, service, titles } = await setUp();
    const answer = deferred<ReturnType<typeof bareOrder>>();
    service.place = () => answer.promise;
    const run = start();
    await untilAsked();
    answers(say('Order for 40 credits'));
    accept();
    await settle();
    await expect(start()).rejects.toThrow(/^Other orders are being priced or placed\./);
    expect(editor.input).toBeUndefined();
    service.place = () => Promise.resolve(bareOrder());
    answer.resolve(bareOrder());
    await run;
    expect(titles()).toEqual(['Quay', 'Pier', 'Dock']);
  });
});

describe('an order', () => {
  /** All that a user reads, from the dialog on. */
  const seen = () => user.prompts.map(({ kind, text, detail, choices }) => ({ kind, text, detail, choices }));
  const answered = (run: Promise<unknown>) =>
    run.catch((error: unknown) => void user.prompts.push(error as never));

  it.each<[string, (service: Awaited<ReturnType<typeof setUp>>['service']) => void, Answer[]]>([
    ['is placed', () => undefined, [say('Order for 10 credits')]],
    ['is canceled', () => undefined, [say(undefined)]],
    [
      'is rejected',
      service => (service.place = () => Promise.resolve(bareOrder({ status: 'rejected' }))),
      [say('Order for 10 credits')],
    ],
    [
      'is refused',
      service => (service.place = () => Promise.reject(apiError('invalid', 400))),
      [say('Order for 10 credits')],
    ],
    [
      'gets no answer',
      service => (service.place = () => Promise.reject(apiError('timeout'))),
      [say('Order for 10 credits'), say('Check Order Status')],
    ],
  ])(
    'has the same dialog and the same end from its lens and from the table, if it %s',
    async (_what, set, script) => {
      const ends = [];
      for (const isAlone of [true, false]) {
        const { parts, service, start, titles, reports, uris } = await setUp();
        set(service);
        if (isAlone) {
          await parts.prices.ask(reportOf('Quay'));
          answers(...script);
          await answered(placeOrder(parts, uris[0]));
        } else {
          const run = start();
          await untilAsked();
          answers(...script);
          await Promise.all([answered(run), editor.pick('Quay')]);
        }
        expect(user.answers).toEqual([]);
        expect(reports).toEqual([]);
        const ran = editor.ran.map(([command, , uri]) => [command, String(uri).split('/').at(-1)]);
        ends.push({ seen: seen(), ran, titles: titles() });
      }
      expect(ends[1]).toEqual(ends[0]);
    },
  );

  it('never hides behind many warnings what concerns money', async () => {
    const { parts, file, listed, service } = await setUp({ perOrder: 25 });
    const products = Array.from({ length: 8 }, (_none, index) => ({
      id: `image-${index}`,
      productType: 'pansharpened',
      radiometricProcessing: 'REFLECTANCE',
      imageFormat: 'image/geotiff',
      crsCode: 'urn:ogc:def:crs:EPSG::32631',
      aoi: reportOf('').aoi,
    }));
    const body = { kind: 'order.data.product', customerRef: 'Quay', products };
    listed.value = {
      kind: 'ready',
      orders: products.map((product, index) =>
        bareOrder({
          id: `o${index}`,
          kind: body.kind,
          status: 'delivered',
          payload: { ...body, products: [product] },
        }),
      ),
    };
    service.price = () => price(6000);
    await parts.prices.ask(body);
    answers(prompt => {
      const lines = prompt.detail.split('\n').filter(line => line.startsWith('⚠'));
      expect(lines[0]).toMatch(/^⚠ You already have this image/);
      expect(prompt.detail).toContain('\nand 3 more\n');
      expect(lines.slice(5)).toEqual([
        '⚠ Insufficient balance: 1,000 credits short',
        '⚠ 6,000 credits is above your budget of 25 credits per order.',
      ]);
      return undefined;
    });
    await placeOrder(parts, file('products', body));
    expect(user.prompts).toHaveLength(1);
  });
});

describe('orders that were placed before', () => {
  it('are marked and not selected, in the list of a folder and in the table', async () => {
    const { batch, start, accept, clock, titles } = await setUp();
    const run = start();
    await untilAsked();
    answers(say('Order for 20 credits'));
    await editor.pick('Pier');
    await run;
    clock.now += 3_600_000;
    answers(({ lines, picked }) => {
      expect(lines.toSorted()).toEqual([
        expect.stringMatching(/^Dock \| Analytic report/),
        expect.stringMatching(/^Pier \| Ordered .*: order o1 · Analytic report/),
        expect.stringMatching(/^Quay \| Analytic report/),
      ]);
      expect(picked.toSorted()).toEqual(['Dock', 'Quay']);
      return ['Pier', 'Dock'];
    }, say('Order for 10 credits'));
    const folder = vscode.Uri.file(editor.folders[0] ?? '');
    const again = batch.place(folder, [folder]);
    await untilAsked();
    expect(editor.question.selectedItems.map(({ label }) => label)).toEqual(['Dock']);
    accept();
    await again;
    expect(titles()).toEqual(['Pier', 'Dock']);
  });
});

describe('the list of the order files in a folder', () => {
  it('is sorted as the Explorer is, and selects nothing that is faulty, rejected or unconfirmed', async () => {
    const { batch, start, accept, service, file } = await setUp();
    service.place = body => {
      const kind = (body as { title: string }).title === 'Quay' ? 'invalid' : 'timeout';
      return Promise.reject(apiError(kind, kind === 'invalid' ? 400 : undefined));
    };
    const run = start();
    await untilAsked();
    answers(say('Order for 40 credits'), say('Order the Rest'), read(/"Pier"/, undefined));
    accept();
    await run;
    for (const name of ['Dock 10', 'Dock 9']) file(name);
    file('Broken', reportOf('Broken', { resolution: 7 }));
    file('Rubbish', '[');
    mkdirSync(join(editor.folders[0] ?? '', 'yard'));
    file('yard/Crane', reportOf('Crane'));
    answers(({ lines, picked }) => {
      expect(lines.map(line => line.split(' · Analytic report')[0])).toEqual([
        expect.stringMatching(/^Crane \| Analytic report/),
        expect.stringMatching(/^Broken \| .*at resolution/),
        expect.stringMatching(/^Dock 9 \| Analytic report/),
        expect.stringMatching(/^Dock 10 \| Analytic report/),
        expect.stringMatching(/^Dock \| Analytic report/),
        expect.stringMatching(/^Pier \| Sent .*, not confirmed$/),
        expect.stringMatching(/^Quay \| Sent .*, refused$/),
        expect.stringMatching(/^Rubbish \| Rubbish\.order\.json doesn't contain a JSON object/),
      ]);
      // What is broken has no size.
      expect(lines.slice(0, 2).map(line => line.includes('km²'))).toEqual([true, false]);
      expect(picked).toEqual(['Crane', 'Dock 9', 'Dock 10', 'Dock']);
      return undefined;
    });
    const folder = vscode.Uri.file(editor.folders[0] ?? '');
    await batch.place(folder, [folder]);
    expect(user.answers).toEqual([]);
  });
});

describe('the balance beside several orders', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('is read once with the prices, and seen with its age before a late confirmation', async () => {
    const { start, accept, service } = await setUp();
    service.balance = () => Promise.resolve(70);
    vi.setSystemTime(Date.now() + 1_000);
    const run = start();
    await untilAsked();
    expect(editor.question.title).toBe('Total: 40 credits · Balance after order: 30 credits');
    expect(service.balancesRead).toBe(2);
    service.balance = () => Promise.resolve(60);
    vi.setSystemTime(Date.now() + 61_000);
    answers(read(/Balance: 70 credits \(updated 1 min ago\)\nBalance after order: 30 credits/, undefined));
    accept();
    await run;
  });
});
