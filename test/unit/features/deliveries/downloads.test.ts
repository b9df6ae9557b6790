import { describe, expect, it } from 'vitest';
import type { Client } from '../../../../src/service/wire/client.ts';
import type { DownloadTarget } from '../../../../src/service/wire/deliveries.ts';
import { asSignedIn } from '../../../../src/session/session.ts';
import {
  createDownloads,
  type DeliveryFiles,
  type DeliveryToDownload,
  type DownloadOptions,
  readyDeliveries,
} from '../../../../src/features/deliveries/downloads.ts';
import { apiError, deferred, fakeClient, signedInSession } from '../../fakes.ts';
import { bareDelivery, bareOrder } from '../../fixtures.ts';

type Download = Client['download'];

const orderOf = (id: string, download: string | undefined = `https://access.test/${id}`) =>
  bareOrder({ id, status: 'delivered', deliveries: [bareDelivery({ download })] });

const deliveryOf = (id: string): DeliveryToDownload => ({ order: orderOf(id), index: 0 });

/** A service with downloads that a test controls, and a disk that is a list of names. */
async function setUp(
  download: Download,
  parts: { client?: Partial<Client>; files?: Partial<DeliveryFiles> } = {},
) {
  const disk = new Set<string>();
  const opened: string[] = [];
  const target: DownloadTarget = {
    write: () => Promise.resolve(),
    commit: () => Promise.resolve(),
    discard: () => Promise.resolve(),
  };
  const pathOf = ({ order, index }: DeliveryToDownload) => `/${order.id}-${index}.zip`;
  const files: DeliveryFiles = {
    find: delivery => Promise.resolve(disk.has(pathOf(delivery)) ? pathOf(delivery) : undefined),
    open(delivery, connectionName, replace) {
      opened.push(`${connectionName}${pathOf(delivery)}${replace ? ' again' : ''}`);
      let isThere = false;
      const commit = () => {
        if (disk.has(pathOf(delivery)) && !replace) {
          return Promise.reject(Object.assign(new Error('EEXIST'), { code: 'EEXIST' }));
        }
        disk.add(pathOf(delivery));
        isThere = true;
        return Promise.resolve();
      };
      return Promise.resolve({
        target: { ...target, commit },
        landed: () => (isThere ? pathOf(delivery) : undefined),
      });
    },
    room: () => undefined,
    isFull: error => (error as { code?: string }).code === 'ENOSPC',
    ...parts.files,
  };
  const session = await signedInSession(fakeClient({ download, ...parts.client }));
  const signedIn = asSignedIn(session.current.peek());
  if (!signedIn) throw new Error('Not signed in');
  const downloads = createDownloads(files);
  const abort = new AbortController();
  const progress: [number, number | undefined][] = [];
  const options: DownloadOptions = {
    signal: abort.signal,
    onProgress: (received, total) => progress.push([received, total]),
  };
  return { disk, opened, signedIn, downloads, abort, progress, options };
}

const works: Download = async (_link, target, progress) => {
  progress(5, 10);
  progress(10, 10);
  await target.commit();
};

describe('a download', () => {
  it('is done if another window finished first', async () => {
    const { downloads, signedIn, options, disk } = await setUp(async (link, ...rest) => {
      disk.add('/o1-0.zip');
      await works(link, ...rest);
    });
    expect(await downloads.get(signedIn, deliveryOf('o1'), options)).toEqual({
      kind: 'done',
      path: '/o1-0.zip',
    });
  });

  it('runs once, however often it is requested at the same time', async () => {
    const { promise, resolve } = deferred<undefined>();
    const { downloads, signedIn, options, opened } = await setUp(async (link, ...rest) => {
      await promise;
      await works(link, ...rest);
    });
    const both = [
      downloads.get(signedIn, deliveryOf('o1'), options),
      downloads.get(signedIn, deliveryOf('o1'), options),
    ];
    resolve(undefined);
    expect(await Promise.all(both)).toEqual([
      { kind: 'done', path: '/o1-0.zip' },
      { kind: 'done', path: '/o1-0.zip' },
    ]);
    await downloads.get(signedIn, deliveryOf('o1'), options);
    expect(opened).toHaveLength(1);
  });

  it("requests the order if the list doesn't contain the link", async () => {
    const linked = bareOrder({
      deliveries: [bareDelivery({}), bareDelivery({ download: 'https://access.test/second' })],
    });
    const { downloads, signedIn, options } = await setUp(works, {
      client: { order: () => Promise.resolve(linked) },
    });
    const order = bareOrder({ id: 'o1', status: 'delivered' });
    expect(await downloads.get(signedIn, { order, index: 1 }, options)).toMatchObject({ kind: 'done' });
    expect(await downloads.get(signedIn, { order, index: 0 }, options)).toEqual({ kind: 'notReady' });
  });

  it('ends before the disk is full, and reports how much space is missing', async () => {
    const download: Download = (_link, _target, progress, signal) => {
      progress(100, 1000);
      progress(200, 1000);
      return signal?.aborted ? Promise.reject(apiError('aborted')) : Promise.resolve();
    };
    const { downloads, signedIn, options } = await setUp(download, { files: { room: () => 850 } });
    expect(await downloads.get(signedIn, deliveryOf('o1'), options)).toEqual({ kind: 'noRoom', missing: 50 });
    const fits = await setUp(works, { files: { room: () => 5 } });
    expect(await fits.downloads.get(fits.signedIn, deliveryOf('o1'), fits.options)).toMatchObject({
      kind: 'done',
    });
  });
});

describe('several downloads', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];

  it("run two at a time, and one failure doesn't stop the others", async () => {
    let now = 0;
    let max = 0;
    const { downloads, signedIn, abort } = await setUp(async (link, ...rest) => {
      now += 1;
      max = Math.max(max, now);
      await Promise.resolve();
      now -= 1;
      if (link.endsWith('b')) throw apiError('notFound', 404);
      await works(link, ...rest);
    });
    const reported: [number, number][] = [];
    const outcomes = await downloads.getAll(signedIn, ids.map(deliveryOf), {
      signal: abort.signal,
      onProgress: (received, ended) => reported.push([received, ended]),
    });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'failed', 'done', 'done', 'done']);
    expect(max).toBe(2);
    expect(reported.at(-1)).toEqual([40, 5]);
  });
});

describe('a download of unknown length', () => {
  /** Receives this many chunks of ten bytes, unless it is aborted. */
  const bringing =
    (pieces: number, before = 0): Download =>
    async (_link, target, progress, signal) => {
      for (let piece = 1; piece <= pieces; piece++) {
        if (signal?.aborted) throw apiError('aborted');
        progress(before + piece * 10, undefined);
      }
      if (signal?.aborted) throw apiError('aborted');
      await target.commit();
    };

  it.each<[string, number, number, string]>([
    ['ends where it takes more than half of the free disk', 1000, 0, 'noRoom'],
    ['comes where it takes less', 50, 0, 'done'],
    ['counts what is new, where it goes on with an earlier one', 50, 5000, 'done'],
  ])('%s', async (_what, pieces, before, kind) => {
    const files = { room: () => 1000 };
    const { downloads, signedIn, options, progress } = await setUp(bringing(pieces, before), { files });
    expect(await downloads.get(signedIn, deliveryOf('o1'), options)).toMatchObject({ kind });
    expect(progress.length).toBeLessThanOrEqual(52);
  });
});

describe('what can be downloaded of an order', () => {
  const link = { download: 'https://access.test/1' };

  it.each<[string, Parameters<typeof bareOrder>[0], number[]]>([
    ['nothing while it is in progress', { status: 'ordered', deliveries: [bareDelivery({})] }, []],
    [
      'what is ready while the rest is in progress',
      { status: 'running', deliveries: [bareDelivery({}), bareDelivery(link)] },
      [1],
    ],
    ['each delivery', { status: 'delivered', deliveries: [bareDelivery(link), bareDelivery(link)] }, [0, 1]],
    ['one whose links the list does not know', { status: 'delivered' }, [0]],
    [
      'one whose link the list does not know',
      { status: 'delivered', deliveries: [bareDelivery({ status: 'delivered' })] },
      [0],
    ],
    [
      'no delivery that failed',
      {
        status: 'delivered',
        deliveries: [
          bareDelivery({ status: 'error' }),
          bareDelivery({ errorCode: 'E1' }),
          bareDelivery(link),
        ],
      },
      [2],
    ],
    [
      'nothing of one that failed',
      { status: 'failed', deliveries: [bareDelivery({ message: 'clouds' })] },
      [],
    ],
  ])('is %s', (_what, rest, indexes) => {
    expect(readyDeliveries(bareOrder(rest)).map(({ index }) => index)).toEqual(indexes);
  });
});
