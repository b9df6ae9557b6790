import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ToPage } from '../../../src/shared/protocol.ts';
import type { Catalog } from '../../../src/images/catalog.ts';
import type { Picture } from '../../../src/images/pictureTarget.ts';
import type { Pictures } from '../../../src/images/pictures.ts';
import type { Session, SessionOwner } from '../../../src/session/session.ts';
import { createPictureMessages } from '../../../src/map/pictureMessages.ts';
import { enter, newPerson, person, say } from '../../fake/person.ts';
import { bareImage } from '../model/fixtures.ts';
import { apiError, deferred, settle } from '../fakes.ts';

const picture: Picture = { bytes: Uint8Array.of(1, 2, 3), mimeType: 'image/png' };

interface Asked {
  id: string;
  signal: AbortSignal | undefined;
  answer: ReturnType<typeof deferred<Picture>>;
}

function bench() {
  const asked: Asked[] = [];
  const load = (id: string, signal: AbortSignal | undefined) => {
    const one = { id, signal, answer: deferred<Picture>() };
    asked.push(one);
    return one.answer.promise;
  };
  const streaming = signal<ReadonlySet<string>>(new Set());
  const pictures: Pictures = {
    thumbnail: ({ id }, _width, abort) => load(id, abort),
    quicklook: ({ id }, abort) => load(id, abort),
    quicklookLater: ({ id }) => load(id, undefined),
    tile: ({ id }, _z, _x, _y, abort) => load(id, abort),
    streaming,
    allowStreaming: id => (streaming.value = new Set([...streaming.peek(), id])),
    forgetFailures: () => undefined,
    stopStreaming: id => (streaming.value = new Set([...streaming.peek()].filter(one => one !== id))),
  };
  const images = ['a', 'b', 'c'].map(id => bareImage({ id }));
  const catalog = { shown: signal(images) } as unknown as Catalog;
  const sent: ToPage[] = [];
  const current = signal<Session>({ kind: 'signedOut' });
  const session = { current } as unknown as SessionOwner;
  const shots = createPictureMessages(session, catalog, pictures, message => sent.push(message));
  return { shots, asked, sent, streaming, current, ids: () => asked.map(({ id }) => id) };
}

beforeEach(newPerson);

describe('thumbnails for the page', () => {
  it('are requested so that the most wanted one comes first, since the last request runs first', () => {
    const { shots, ids } = bench();
    shots.thumbnails(['a', 'b', 'c']);
    expect(ids()).toEqual(['c', 'b', 'a']);
  });

  it('are requested once, and canceled when they leave the view', async () => {
    const { shots, asked, sent, ids } = bench();
    shots.thumbnails(['a', 'b']);
    shots.thumbnails(['b', 'c']);
    expect(ids()).toEqual(['b', 'a', 'c']);
    expect(asked.map(({ signal: one }) => one?.aborted)).toEqual([false, true, false]);
    asked[1]?.answer.reject(apiError('aborted'));
    asked[0]?.answer.resolve(picture);
    await settle();
    expect(sent).toEqual([{ kind: 'picture', id: 'b', what: 'thumbnail', answer: picture }]);
  });
});

describe('a thumbnail that leaves the view and comes back at once', () => {
  it('is requested again', async () => {
    const { shots, asked, sent, ids } = bench();
    shots.thumbnails(['a']);
    shots.thumbnails([]);
    shots.thumbnails(['a']);
    expect(ids()).toEqual(['a', 'a']);
    asked[0]?.answer.reject(apiError('aborted'));
    asked[1]?.answer.resolve(picture);
    await settle();
    expect(sent).toEqual([{ kind: 'picture', id: 'a', what: 'thumbnail', answer: picture }]);
  });
});

describe('quicklooks for chips', () => {
  it('are canceled when they leave the view, and not sent as those of the map', async () => {
    const { shots, asked, sent, ids } = bench();
    shots.chips(['a', 'b']);
    shots.chips(['b', 'c']);
    shots.quicklook('b');
    expect(ids()).toEqual(['b', 'a', 'c', 'b']);
    expect(asked.map(({ signal: one }) => one?.aborted)).toEqual([false, true, false, undefined]);
    asked[0]?.answer.resolve(picture);
    asked[2]?.answer.reject(apiError('network'));
    await settle();
    expect(sent).toMatchObject([
      { kind: 'chip', id: 'b', answer: picture },
      { kind: 'chip', id: 'c', answer: { problem: expect.any(String) as string } },
    ]);
    shots.chips(['c']);
    shots.dispose();
    expect(asked.at(-1)?.signal?.aborted).toBe(true);
  });
});

describe('streaming', () => {
  it("starts with the user's consent to use the allowance, and never without", async () => {
    const { shots, streaming } = bench();
    person.answers = [say(undefined), enter, say('Stream')];
    await shots.stream('a', true);
    expect([...streaming.value]).toEqual([]);
    await shots.stream('a', true);
    expect([...streaming.value]).toEqual([]);
    await shots.stream('a', true);
    expect([...streaming.value]).toEqual(['a']);
    await shots.stream('a', true);
    expect(person.shown).toHaveLength(3);
    await shots.stream('a', false);
    expect([...streaming.value]).toEqual([]);
  });

  it("doesn't begin in another session than the one in which the user agreed", async () => {
    const { shots, streaming, current } = bench();
    person.answers = [
      () => {
        current.value = { kind: 'signedOut' };
        return 'Stream';
      },
    ];
    await shots.stream('a', true);
    expect([...streaming.value]).toEqual([]);
  });
});

describe('a page that is closed', () => {
  it('ends its requests in progress', () => {
    const { shots, asked } = bench();
    shots.thumbnails(['a']);
    shots.tile({ kind: 'tile', request: 1, id: 'b', z: 1, x: 0, y: 0 });
    shots.dispose();
    expect(asked.map(({ signal: one }) => one?.aborted)).toEqual([true, true]);
  });
});
