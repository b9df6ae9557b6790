import { describe, expect, it } from 'vitest';
import type { Services } from '../../../src/model/account/account.ts';
import { createReader } from '../../../src/account/reader.ts';
import { failureOf, valueOf } from '../../../src/editor/reading.ts';
import { createSession } from '../../../src/account/session.ts';
import { apiError, connection, deferred, fakeClient, other, settle, storage } from '../fakes.ts';

type Answer = ReturnType<typeof deferred<Services>>;

/** A reader of the roles whose answers the test gives, in the order of the calls. */
async function bench() {
  const answers: Answer[] = [];
  const { keyStore, sessionMemory } = storage();
  const client = fakeClient({
    services: () => {
      const answer = deferred<Services>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const session = createSession({
    keys: keyStore,
    memory: sessionMemory,
    makeClient: () => Promise.resolve(client),
  });
  const reader = createReader(
    session,
    one => one.services(),
    () => 42,
  );
  await session.signIn(connection, 'key');
  return {
    session,
    reader,
    answers,
    answer: async (index: number, value: Services | Error) => {
      if (value instanceof Error) answers[index]?.reject(value);
      else answers[index]?.resolve(value);
      await settle();
    },
  };
}

describe('a reader', () => {
  it('reads nothing before somebody needs it, and then once', async () => {
    const { reader, answers, answer } = await bench();
    await settle();
    expect([answers.length, reader.current.value.kind]).toEqual([0, 'none']);
    reader.need();
    reader.need();
    await settle();
    expect([answers.length, reader.current.value.kind]).toEqual([1, 'loading']);
    await answer(0, { verde: true });
    expect(reader.current.value).toEqual({ kind: 'ready', value: { verde: true }, at: 42 });
    reader.need();
    await settle();
    expect(answers).toHaveLength(1);
  });

  it('keeps what it knows while it reads again, and when that fails', async () => {
    const { reader, answer } = await bench();
    reader.need();
    await settle();
    await answer(0, { verde: true });
    const reading = reader.refresh();
    await settle();
    expect(valueOf(reader.current.value)).toEqual({ verde: true });
    await answer(1, apiError('server', 500));
    await reading;
    expect(valueOf(reader.current.value)).toEqual({ verde: true });
    expect(failureOf(reader.current.value)).toMatchObject({ kind: 'server' });
    void reader.refresh();
    await settle();
    await answer(2, { verde: false });
    expect(reader.current.value).toEqual({ kind: 'ready', value: { verde: false }, at: 42 });
  });

  it('fails where it knows nothing, and need does not hammer', async () => {
    const { reader, answers, answer } = await bench();
    reader.need();
    await settle();
    await answer(0, apiError('network'));
    expect(reader.current.value).toMatchObject({ kind: 'failed', error: { kind: 'network' } });
    reader.need();
    await settle();
    expect(answers).toHaveLength(1);
  });

  it('believes the reading that began last, whichever answers first', async () => {
    const { reader, answer } = await bench();
    reader.need();
    void reader.refresh();
    await settle();
    await answer(1, { verde: true });
    await answer(0, { verde: false });
    expect(valueOf(reader.current.value)).toEqual({ verde: true });
  });

  it('reads what is not new enough, and waits for a reading that is under way', async () => {
    const { reader, answers, answer } = await bench();
    const first = reader.readSince(42);
    const second = reader.readSince(40);
    await settle();
    expect(answers).toHaveLength(1);
    await answer(0, { verde: true });
    await Promise.all([first, second, reader.readSince(42)]);
    expect(answers).toHaveLength(1);
    const third = reader.readSince(43);
    await settle();
    await answer(1, apiError('server', 500));
    await third;
    expect([answers.length, valueOf(reader.current.value)]).toEqual([2, { verde: true }]);
  });

  it('drops the answer to a session that is over', async () => {
    const { session, reader, answer } = await bench();
    reader.need();
    await settle();
    await session.signIn(other, 'key');
    expect(reader.current.value.kind).toBe('none');
    await answer(0, { verde: true });
    expect(reader.current.value.kind).toBe('none');
    await session.signOut();
    await reader.refresh();
    expect(reader.current.value.kind).toBe('none');
  });
});
