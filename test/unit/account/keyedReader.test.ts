import { describe, expect, it } from 'vitest';
import { createKeyedReader } from '../../../src/account/reader.ts';
import { createReader } from '../../../src/account/reader.ts';
import { failureOf, valueOf } from '../../../src/editor/reading.ts';
import { apiError, deferred, fakeClient, settle, signedInSession } from '../fakes.ts';

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
});
