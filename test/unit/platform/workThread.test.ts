import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { box, polygon } from '../geo/polygons.ts';
import { createWorkThread, type Job, type WorkThread } from '../../../src/platform/documents/workThread.ts';
import { areaFunctions } from '../../../src/features/areas/rules/areaFunctions.ts';

const file = resolve(import.meta.dirname, '../../../src/features/areas/areaWorker.ts');
const open = JSON.stringify(polygon(box(5.3, 43.2, 5.4, 43.3).slice(0, 4)));
const text = JSON.stringify({ type: 'Feature', geometry: polygon(box(5.3, 43.27, 5.37, 43.32)) });

const findIn = (input: string): Job => ({ name: 'findAreas', text: input, args: [] });
const diagnose = (input: string): Job => ({ name: 'diagnoseAois', text: input, args: ['file'] });

describe('the thread of long texts', () => {
  const workers: Worker[] = [];
  const posted: unknown[] = [];
  let thread: WorkThread;

  function threadOf(start: () => Worker, rest: { idle?: number; endsUnwanted?: boolean } = {}): WorkThread {
    return createWorkThread({
      start() {
        const worker = start();
        workers.push(worker);
        const post = worker.postMessage.bind(worker);
        worker.postMessage = (message: unknown) => {
          post(message);
          posted.push((message as { question: { text?: string } }).question.text);
        };
        return worker;
      },
      idle: 60_000,
      ...rest,
    });
  }

  beforeEach(() => {
    workers.length = 0;
    posted.length = 0;
    thread = threadOf(() => new Worker(file));
  });
  afterEach(() => thread.dispose());

  const endOf = (worker: Worker | undefined) => new Promise(done => worker?.once('exit', done));

  it('answers as the host would, many questions in turn, and receives each text once in a row', async () => {
    const jobs: Job[] = [
      findIn(text),
      { name: 'polygonAt', text, args: [['x']] },
      diagnose(open),
      { name: 'listAreas', text: open, args: [3] },
      findIn(text),
    ];
    expect(await Promise.all(jobs.map(job => thread.run(job)))).toEqual([
      areaFunctions.findAreas(text),
      undefined,
      areaFunctions.diagnoseAois(open, 'file'),
      areaFunctions.listAreas(open, 3),
      areaFunctions.findAreas(text),
    ]);
    expect(posted).toEqual([text, undefined, open, undefined, text]);
    expect(workers).toHaveLength(1);
  });

  it('uses the language that it is given', async () => {
    const english = 'The ring is not closed: the last position must repeat the first.';
    const workerData = { language: 'de', bundle: { [english]: 'Der Ring ist nicht geschlossen.' } };
    thread = threadOf(() => new Worker(file, { workerData }));
    expect(await thread.run(diagnose(open))).toMatchObject([{ message: 'Der Ring ist nicht geschlossen.' }]);
  });

  it('does not start what nobody waits for anymore', async () => {
    const first = thread.run(findIn(text));
    const gone = new AbortController();
    const dropped = thread.run(diagnose(text), gone.signal);
    const stays = thread.run(findIn(open));
    gone.abort(new Error('The text has changed.'));
    await expect(dropped).rejects.toThrow('The text has changed.');
    expect(await stays).toEqual(areaFunctions.findAreas(open));
    await first;
    expect(posted).toHaveLength(2);
    await expect(thread.run(diagnose(text), gone.signal)).rejects.toThrow('The text has changed.');
  });

  it('ends a job that nobody waits for anymore, if requested, and continues in another thread', async () => {
    const spin = `const { parentPort } = require('node:worker_threads');
      parentPort.on('message', ({ id, question: { text } }) => {
        while (text === 'for ever');
        parentPort.postMessage({ kind: 'answer', id, value: text });
      });`;
    thread = threadOf(() => new Worker(spin, { eval: true }), { endsUnwanted: true });
    const controller = new AbortController();
    expect(await thread.run(findIn('short'))).toBe('short');
    const dropped = thread.run(findIn('for ever'), controller.signal);
    const next = thread.run(findIn('next'));
    const ended = endOf(workers[0]);
    controller.abort(new Error('Enough.'));
    await expect(dropped).rejects.toThrow('Enough.');
    await ended;
    expect(await next).toBe('next');
    expect(workers).toHaveLength(2);
  });

  it('passes on what a function throws, and continues', async () => {
    const wrong: Job = { name: 'polygonAt', text, args: [() => 'no plain data'] };
    await expect(thread.run({ ...wrong, name: 'no such', args: [] })).rejects.toThrow(TypeError);
    // The thread has never received this text.
    await expect(thread.run({ ...wrong, text: open })).rejects.toThrow(/cloned/);
    expect(await thread.run(findIn(open))).toEqual(areaFunctions.findAreas(open));
    expect(await thread.run(findIn(text))).toEqual(areaFunctions.findAreas(text));
    expect(workers).toHaveLength(1);
  });

  it('rejects pending jobs when it dies, and another one is started for the next', async () => {
    // It never answers, so that no answer can overtake its death.
    const silent = "require('node:worker_threads').parentPort.on('message', () => undefined);";
    thread = threadOf(() => (workers.length === 0 ? new Worker(silent, { eval: true }) : new Worker(file)));
    const waiting = [thread.run(diagnose(text)), thread.run(findIn(open))];
    void workers[0]?.terminate();
    for (const job of waiting) await expect(job).rejects.toThrow('The thread ended by itself');
    expect(await thread.run(findIn(text))).toEqual(areaFunctions.findAreas(text));
    expect(workers).toHaveLength(2);
  });

  it('ends after a time without work', async () => {
    thread = threadOf(() => new Worker(file), { idle: 5 });
    await thread.run(findIn(text));
    await endOf(workers[0]);
    expect(await thread.run(findIn(text))).toEqual(areaFunctions.findAreas(text));
    expect(workers).toHaveLength(2);
  });
});
