import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Session, SessionOwner } from '../../../../src/session/session.ts';
import type { Catalog } from '../../../../src/features/images/imageCatalog.ts';
import type { Pictures } from '../../../../src/features/images/pictures.ts';
import type { Picture } from '../../../../src/features/images/pictureTarget.ts';
import { createPictureMessages } from '../../../../src/features/map/pictureMessages.ts';
import { newUser, say, user } from '../../../fake/user.ts';
import { apiError, deferred } from '../../fakes.ts';
import { bareImage } from '../../fixtures.ts';

const picture: Picture = { bytes: Uint8Array.of(1, 2, 3), mimeType: 'image/png' };

interface Asked {
  id: string;
  signal: AbortSignal | undefined;
  answer: ReturnType<typeof deferred<Picture>>;
}

function setUp() {
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
  const current = signal<Session>({ kind: 'signedOut' });
  const session = { current } as unknown as SessionOwner;
  const { answers, handlers } = createPictureMessages(session, catalog, pictures);
  const stream = (id: string, on: boolean) => handlers.stream({ kind: 'stream', id, on });
  return {
    answers,
    stream,
    requests,
    streaming,
    current,
  };
}

beforeEach(newUser);

const never = new AbortController().signal;

describe('a picture for the page', () => {
  it('is answered, or rejects with why there is none', async () => {
    const { answers, requests } = setUp();
    const thumbnail = answers.thumbnail({ id: 'a' }, never);
    const chip = answers.chip({ id: 'b' }, never);
    requests[0]?.answer.resolve(picture);
    requests[1]?.answer.reject(apiError('network'));
    expect(await thumbnail).toEqual(picture);
    await expect(chip).rejects.toMatchObject({ kind: 'network' });
  });

  it('is canceled with its question, but quicklooks that the map keeps are loaded to their end', () => {
    const { answers, requests } = setUp();
    const leaving = new AbortController();
    const { signal: left } = leaving;
    void answers.thumbnail({ id: 'a' }, left);
    void answers.chip({ id: 'a' }, left);
    void answers.tile({ id: 'a', z: 1, x: 0, y: 0 }, left);
    void answers.quicklook({ id: 'a' }, left);
    void answers.quicklookLater({ id: 'a' }, left);
    leaving.abort();
    expect(requests.map(({ signal: abortSignal }) => abortSignal?.aborted)).toEqual([
      true,
      true,
      true,
      undefined,
      undefined,
    ]);
  });

  it('is none if its image is no longer listed, or its session is over', async () => {
    const { answers, requests } = setUp();
    expect(await answers.tile({ id: 'gone', z: 1, x: 0, y: 0 }, never)).toBeUndefined();
    const ended = answers.thumbnail({ id: 'a' }, never);
    requests[0]?.answer.reject(apiError('aborted'));
    expect(await ended).toBeUndefined();
  });
});

describe('streaming', () => {
  it("starts with the user's consent to use the allowance, and never without", async () => {
    const { stream, streaming } = setUp();
    user.answers = [say(undefined), say('Stream')];
    await stream('a', true);
    expect([...streaming.value]).toEqual([]);
    await stream('a', true);
    expect([...streaming.value]).toEqual(['a']);
    await stream('a', true);
    expect(user.prompts).toHaveLength(2);
    await stream('a', false);
    expect([...streaming.value]).toEqual([]);
  });

  it("doesn't begin in another session than the one in which the user agreed", async () => {
    const { stream, streaming, current } = setUp();
    user.answers = [
      () => {
        current.value = { kind: 'signedOut' };
        return 'Stream';
      },
    ];
    await stream('a', true);
    expect([...streaming.value]).toEqual([]);
  });
});
