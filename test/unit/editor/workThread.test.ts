import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { work } from '../../../src/model/geojson/geojsonWork.ts';
import { createWorkThread, type Job, type WorkThread } from '../../../src/editor/workThread.ts';
import { box, polygon } from '../model/geometry/polygons.ts';

const file = resolve(import.meta.dirname, '../../../src/editor/geojsonWorker.ts');
const near = polygon(box(5.3, 43.27, 5.37, 43.32));
const open = JSON.stringify(polygon(box(5.3, 43.2, 5.4, 43.3).slice(0, 4)));
const text = JSON.stringify({ type: 'Feature', properties: { name: 'near' }, geometry: near });

const findIn = (given: string): Job => ({ name: 'findAreas', text: given, args: [] });
const diagnose = (given: string): Job => ({ name: 'diagnoseAois', text: given, args: ['file'] });

describe('the thread of long texts', () => {
  const workers: Worker[] = [];
  const posted: unknown[] = [];
  const runInHost = vi.fn(({ text: given }: Job) => Promise.resolve<unknown>(`here: ${given}`));
  let thread: WorkThread;

  function threadOf(start: () => Worker, idle = 60_000): WorkThread {
    return createWorkThread({
      start() {
        const worker = start();
        workers.push(worker);
        const post = worker.postMessage.bind(worker);
        worker.postMessage = (message: unknown) => {
          posted.push(message);
          post(message);
        };
        return worker;
      },
      runInHost,
      idle,
    });
  }

  beforeEach(() => {
    workers.length = 0;
    posted.length = 0;
    runInHost.mockClear();
    thread = threadOf(() => new Worker(file));
  });
  afterEach(() => thread.dispose());

  const endOf = (worker: Worker | undefined) => new Promise(done => worker?.once('exit', done));

  it('answers what the host would', async () => {
    const path = ['geometry'];
    expect(await thread.run(findIn(text))).toEqual(work.findAreas(text));
    expect(await thread.run({ name: 'findPolygons', text, args: [] })).toEqual(work.findPolygons(text));
    expect(await thread.run({ name: 'polygonAt', text, args: [path] })).toEqual(work.polygonAt(text, path));
    expect(await thread.run({ name: 'polygonAt', text, args: [['x']] })).toBeUndefined();
    expect(await thread.run(diagnose(open))).toEqual(work.diagnoseAois(open, 'file'));
    expect(await thread.run({ name: 'aoiFactsAt', text, args: [text.indexOf('"Polygon"')] })).toEqual(
      work.aoiFactsAt(text, text.indexOf('"Polygon"')),
    );
    expect(workers).toHaveLength(1);
    expect(runInHost).not.toHaveBeenCalled();
  });

  it('speaks the language that it is given', async () => {
    const english = 'The ring is not closed: the last position must repeat the first.';
    const german = 'Der Ring ist nicht geschlossen.';
    const language = { language: 'de', bundle: { [english]: german } };
    const spoken = threadOf(() => new Worker(file, { workerData: language }));
    const messages = (answer: unknown) => (answer as { message: string }[]).map(({ message }) => message);
    try {
      expect(messages(await spoken.run(diagnose(open)))).toContain(german);
      expect(messages(await thread.run(diagnose(open)))).toContain(english);
    } finally {
      spoken.dispose();
    }
  });

  it('takes many questions at once, in turn, and each text once in a row', async () => {
    const texts = [text, text, open, open, text];
    const jobs = texts.map((given, index): Job =>
      index % 2 === 0 ? findIn(given) : { name: 'listAreas', text: given, args: [index] },
    );
    const answers = await Promise.all(jobs.map(job => thread.run(job)));
    expect(answers[0]).toEqual(work.findAreas(text));
    expect(answers[3]).toEqual(work.listAreas(open, 3));
    expect(answers[4]).toBe(answers[0]);
    expect(posted.map(message => (message as { text?: string }).text)).toEqual([
      text,
      undefined,
      open,
      undefined,
    ]);
  });

  it('runs once what is asked twice at once, and again what is asked later', async () => {
    const [one, other] = await Promise.all([thread.run(diagnose(open)), thread.run(diagnose(open))]);
    expect(other).toBe(one);
    expect(posted).toHaveLength(1);
    await thread.run(diagnose(open));
    await thread.run({ ...diagnose(open), args: ['order'] });
    expect(posted).toHaveLength(3);
  });

  it('does not begin what nobody waits for any more', async () => {
    const first = thread.run(findIn(text));
    const [gone, stays] = [new AbortController(), new AbortController()];
    const dropped = thread.run(diagnose(text), gone.signal);
    const shared = [thread.run(findIn(open), gone.signal), thread.run(findIn(open), stays.signal)];
    gone.abort(new Error('The text has changed.'));
    await expect(dropped).rejects.toThrow('The text has changed.');
    await expect(shared[0]).rejects.toThrow('The text has changed.');
    expect(await shared[1]).toEqual(work.findAreas(open));
    await first;
    expect(posted).toHaveLength(2);
    await expect(thread.run(diagnose(text), gone.signal)).rejects.toThrow('The text has changed.');
  });

  it('ends a job that nobody waits for any more, where it is told to, and goes on in another thread', async () => {
    const spin = `const { parentPort } = require('node:worker_threads');
      parentPort.on('message', ({ id, text }) => {
        while (text === 'for ever');
        parentPort.postMessage({ kind: 'answer', id, answer: { kind: 'plain', value: text } });
      });
      parentPort.postMessage({ kind: 'ready' });`;
    thread = createWorkThread({
      start() {
        const worker = new Worker(spin, { eval: true });
        workers.push(worker);
        return worker;
      },
      runInHost,
      idle: 60_000,
      endsUnwanted: true,
    });
    const [one, other] = [new AbortController(), new AbortController()];
    expect(await thread.run(findIn('short'))).toBe('short');
    const dropped = [one, other].map(({ signal }) => thread.run(findIn('for ever'), signal));
    const next = thread.run(findIn('next'));
    one.abort(new Error('Enough.'));
    await expect(dropped[0]).rejects.toThrow('Enough.');
    expect(workers).toHaveLength(1);
    const ended = endOf(workers[0]);
    other.abort(new Error('Enough.'));
    await expect(dropped[1]).rejects.toThrow('Enough.');
    await ended;
    expect(await next).toBe('next');
    expect(workers).toHaveLength(2);
  });

  it('hands on what a function throws, and lives on', async () => {
    const wrong: Job = { name: 'polygonAt', text, args: [undefined] };
    await expect(thread.run({ ...wrong, name: 'no such' as never })).rejects.toThrow(TypeError);
    await expect(thread.run({ ...wrong, args: [() => 'no plain data'] })).rejects.toThrow(/cloned/);
    expect(await thread.run(findIn(text))).toEqual(work.findAreas(text));
    expect(workers).toHaveLength(1);
  });

  it('rejects what waits when it dies, and another one is started for the next', async () => {
    await thread.run(findIn(text));
    const waiting = [thread.run(diagnose(text)), thread.run(findIn(open))];
    void workers[0]?.terminate();
    for (const one of waiting) await expect(one).rejects.toThrow('The thread ended by itself');
    expect(await thread.run(findIn(text))).toEqual(work.findAreas(text));
    expect(workers).toHaveLength(2);
    expect(runInHost).not.toHaveBeenCalled();
  });

  it('ends after a time without work', async () => {
    thread = threadOf(() => new Worker(file), 5);
    await thread.run(findIn(text));
    await endOf(workers[0]);
    expect(await thread.run(findIn(text))).toEqual(work.findAreas(text));
    expect(workers).toHaveLength(2);
  });

  it.each<[string, () => Worker]>([
    [
      'cannot be started',
      () => {
        throw new Error('No threads here.');
      },
    ],
    ['has nothing to run', () => new Worker(resolve(import.meta.dirname, 'missing.ts'))],
    ['ends at once', () => new Worker('process.exit(1)', { eval: true })],
  ])('leaves the work to the host where it %s', async (_what, start) => {
    thread = threadOf(start);
    const jobs = [thread.run(findIn('a')), thread.run(findIn('b'))];
    expect(await Promise.all(jobs)).toEqual(['here: a', 'here: b']);
    expect(await thread.run(findIn('c'))).toBe('here: c');
    expect(workers.length).toBeLessThan(2);
    runInHost.mockRejectedValueOnce(new Error('Bad text.'));
    await expect(thread.run(findIn('d'))).rejects.toThrow('Bad text.');
  });
});
