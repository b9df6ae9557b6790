import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { bareImage } from '../model/fixtures.ts';
import type { ToPage } from '../../../src/shared/protocol.ts';
import type { Session, SessionOwner } from '../../../src/session/session.ts';
import type { Catalog } from '../../../src/images/catalog.ts';
import type { Pictures } from '../../../src/images/pictures.ts';
import type { Picture } from '../../../src/images/pictureTarget.ts';
import { createPictureMessages } from '../../../src/map/pictureMessages.ts';
import { enter, newPerson, person, say } from '../../fake/person.ts';
import { apiError, deferred, settle } from '../fakes.ts';

const picture: Picture = { bytes: Uint8Array.of(1, 2, 3), mimeType: 'image/png' };

interface Asked {
  id: string;
  signal: AbortSignal | undefined;
  answer: ReturnType<typeof deferred<Picture>>;
}

function bench() {
  const requests: Asked[] = [];
  const load = (id: string, signal: AbortSignal | undefined) => {
    const request = { id, signal, answer: deferred<Picture>() };
    requests.push(request);
    return request.answer.promise;
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
    stopStreaming: id =>
      (streaming.value = new Set([...streaming.peek()].filter(streamed => streamed !== id))),
  };
  const images = ['a', 'b', 'c'].map(id => bareImage({ id }));
  const catalog = { visible: signal(images) } as unknown as Catalog;
  const sent: ToPage[] = [];
  const current = signal<Session>({ kind: 'signedOut' });
  const session = { current } as unknown as SessionOwner;
  const messages = createPictureMessages(session, catalog, pictures, message => sent.push(message));
  return {
    messages,
    requests,
    sent,
    streaming,
    current,
    ids: () => requests.map(({ id }) => id),
  };
}

beforeEach(newPerson);

describe('thumbnails for the page', () => {
  it('are requested so that the most wanted one comes first, since the last request runs first', () => {
    const { messages, ids } = bench();
    messages.thumbnails(['a', 'b', 'c']);
    expect(ids()).toEqual(['c', 'b', 'a']);
  });

  it('are requested once, and canceled when they leave the view', async () => {
    const { messages, requests, sent, ids } = bench();
    messages.thumbnails(['a', 'b']);
    messages.thumbnails(['b', 'c']);
    expect(ids()).toEqual(['b', 'a', 'c']);
    expect(requests.map(({ signal: abortSignal }) => abortSignal?.aborted)).toEqual([false, true, false]);
    requests[1]?.answer.reject(apiError('aborted'));
    requests[0]?.answer.resolve(picture);
    await settle();
    expect(sent).toEqual([{ kind: 'picture', id: 'b', what: 'thumbnail', answer: picture }]);
  });
});

describe('a thumbnail that leaves the view and comes back at once', () => {
  it('is requested again', async () => {
    const { messages, requests, sent, ids } = bench();
    messages.thumbnails(['a']);
    messages.thumbnails([]);
    messages.thumbnails(['a']);
    expect(ids()).toEqual(['a', 'a']);
    requests[0]?.answer.reject(apiError('aborted'));
    requests[1]?.answer.resolve(picture);
    await settle();
    expect(sent).toEqual([{ kind: 'picture', id: 'a', what: 'thumbnail', answer: picture }]);
  });
});

describe('quicklooks for chips', () => {
  it('are canceled when they leave the view, and not sent as those of the map', async () => {
    const { messages, requests, sent, ids } = bench();
    messages.chips(['a', 'b']);
    messages.chips(['b', 'c']);
    messages.quicklook('b');
    expect(ids()).toEqual(['b', 'a', 'c', 'b']);
    expect(requests.map(({ signal: abortSignal }) => abortSignal?.aborted)).toEqual([
      false,
      true,
      false,
      undefined,
    ]);
    requests[0]?.answer.resolve(picture);
    requests[2]?.answer.reject(apiError('network'));
    await settle();
    expect(sent).toMatchObject([
      { kind: 'chip', id: 'b', answer: picture },
      { kind: 'chip', id: 'c', answer: { problem: expect.any(String) as string } },
    ]);
    messages.chips(['c']);
    messages.dispose();
    expect(requests.at(-1)?.signal?.aborted).toBe(true);
  });
});

describe('streaming', () => {
  it("starts with the user's consent to use the allowance, and never without", async () => {
    const { messages, streaming } = bench();
    person.answers = [say(undefined), enter, say('Stream')];
    await messages.stream('a', true);
    expect([...streaming.value]).toEqual([]);
    await messages.stream('a', true);
    expect([...streaming.value]).toEqual([]);
    await messages.stream('a', true);
    expect([...streaming.value]).toEqual(['a']);
    await messages.stream('a', true);
    expect(person.prompts).toHaveLength(3);
    await messages.stream('a', false);
    expect([...streaming.value]).toEqual([]);
  });

  it("doesn't begin in another session than the one in which the user agreed", async () => {
    const { messages, streaming, current } = bench();
    person.answers = [
      () => {
        current.value = { kind: 'signedOut' };
        return 'Stream';
      },
    ];
    await messages.stream('a', true);
    expect([...streaming.value]).toEqual([]);
  });
});

describe('a page that is closed', () => {
  it('ends its requests in progress', () => {
    const { messages, requests } = bench();
    messages.thumbnails(['a']);
    messages.tile({ kind: 'tile', request: 1, id: 'b', z: 1, x: 0, y: 0 });
    messages.dispose();
    expect(requests.map(({ signal: abortSignal }) => abortSignal?.aborted)).toEqual([true, true]);
  });
});
