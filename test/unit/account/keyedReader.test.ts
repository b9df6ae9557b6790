import { describe, expect, it } from 'vitest';
import { createKeyedReader } from '../../../src/account/reader.ts';
import { createReader } from '../../../src/account/reader.ts';
import { failureOf, valueOf } from '../../../src/editor/reading.ts';
import { apiError, connection, deferred, fakeClient, settle, signedInSession } from '../fakes.ts';

type Answer = ReturnType<typeof deferred<string>> & { id: string };

/** A keyed reader whose answers the test gives, in the order of the calls. */
async function bench() {
  const answers: Answer[] = [];
  const session = await signedInSession(fakeClient());
  const read = (id: string) => {
    const answer = { ...deferred<string>(), id };
    answers.push(answer);
    return answer.promise;
  };
  const reader = createKeyedReader<string>(id =>
    createReader(
      session,
      () => read(id),
      () => 42,
    ),
  );
  return { session, reader, answers, asked: () => answers.map(({ id }) => id) };
}

describe('things read by their ids', () => {
  it('are read when somebody needs them, each once', async () => {
    const { reader, answers, asked } = await bench();
    expect(reader.of('a').kind).toBe('none');
    reader.reader('a').need();
    reader.reader('b').need();
    reader.reader('a').need();
    await settle();
    expect([asked(), reader.of('a').kind]).toEqual([['a', 'b'], 'loading']);
    answers[1]?.resolve('bee');
    await settle();
    expect(reader.of('b')).toEqual({ kind: 'ready', value: 'bee', at: 42 });
    expect(reader.of('a').kind).toBe('loading');
    reader.reader('b').need();
    await settle();
    expect(asked()).toEqual(['a', 'b']);
  });

  it('announce each change', async () => {
    const { reader, answers } = await bench();
    const kinds: (string | undefined)[] = [];
    reader.current.subscribe(all => kinds.push(all.get('a')?.kind));
    reader.reader('a').need();
    await settle();
    answers[0]?.resolve('ay');
    await settle();
    expect(kinds).toEqual([undefined, 'none', 'loading', 'ready']);
  });

  it('fail alone, and are asked for again only where somebody wants to', async () => {
    const { reader, answers, asked } = await bench();
    reader.reader('a').need();
    reader.reader('b').need();
    await settle();
    answers[0]?.reject(apiError('notFound', 404));
    answers[1]?.resolve('bee');
    await settle();
    expect(failureOf(reader.of('a'))).toMatchObject({ kind: 'notFound' });
    expect(valueOf(reader.of('b'))).toBe('bee');
    reader.reader('a').need();
    await settle();
    expect(asked()).toEqual(['a', 'b']);
    void reader.reader('a').refresh();
    await settle();
    answers[2]?.resolve('ay');
    await settle();
    expect(valueOf(reader.of('a'))).toBe('ay');
  });

  it('keep what is known when reading it anew fails', async () => {
    const { reader, answers } = await bench();
    reader.reader('a').need();
    await settle();
    answers[0]?.resolve('ay');
    await settle();
    void reader.refreshAll();
    await settle();
    expect(valueOf(reader.of('a'))).toBe('ay');
    answers[1]?.reject(apiError('network'));
    await settle();
    expect([valueOf(reader.of('a')), failureOf(reader.of('a'))]).toMatchObject(['ay', { kind: 'network' }]);
  });

  it('believe the reading that began last, whichever answers first', async () => {
    const { reader, answers } = await bench();
    reader.reader('a').need();
    void reader.reader('a').refresh();
    await settle();
    answers[1]?.resolve('new');
    await settle();
    answers[0]?.resolve('old');
    await settle();
    expect(valueOf(reader.of('a'))).toBe('new');
  });

  it('are forgotten with the session, and late answers too', async () => {
    const { session, reader, answers } = await bench();
    reader.reader('a').need();
    await settle();
    await session.signIn(connection, 'another key');
    expect(reader.current.value.get('a')).toEqual({ kind: 'none' });
    answers[0]?.resolve('ay');
    await settle();
    expect(reader.of('a').kind).toBe('none');
    await session.signOut();
    await reader.reader('a').refresh();
    expect(reader.of('a').kind).toBe('none');
  });
});
