import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { signal } from '@preact/signals-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hourMs } from '../../../../src/base/words/moment.ts';
import { sandboxOrigin, type SandboxSnapshot } from '../../../../src/sandbox/sandbox.ts';
import type { Slot } from '../../../../src/platform/host/storage.ts';
import { createSandboxThread, type SandboxThread } from '../../../../src/features/account/sandboxThread.ts';
import { startSandboxWorker } from '../../../../src/features/account/startSandboxWorker.ts';

function memorySlot(): Slot<SandboxSnapshot> {
  let kept: SandboxSnapshot | undefined;
  return {
    read: () => kept,
    write: value => {
      kept = value;
      return Promise.resolve();
    },
  };
}

/** @param slot from an earlier window */
function started(slot = memorySlot()) {
  const workers: Worker[] = [];
  const aheadMs = signal(0);
  const thread = createSandboxThread(slot, aheadMs, snapshot => {
    const worker = startSandboxWorker(snapshot);
    workers.push(worker);
    return worker;
  });
  onTestFinished(() => thread.dispose());
  return { thread, slot, aheadMs, workers };
}

async function exchange({ fetch }: SandboxThread, apikey: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${sandboxOrigin}/auth/realms/IDP/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ apikey, client_id: 'IDP', grant_type: 'api_key' }).toString(),
    once: true,
    ...(signal ? { signal } : {}),
  });
}

async function call(thread: SandboxThread, method: string, path: string): Promise<Response> {
  const answer = await exchange(thread, await thread.apiKey());
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return thread.fetch(sandboxOrigin + path, { method, headers: { Authorization: `Bearer ${token}` } });
}

describe('the thread of the sandbox', () => {
  it('answers requests side by side, and keeps its state and its clock for the next window', async () => {
    const { thread, slot, aheadMs, workers } = started();
    const answers = await Promise.all([
      call(thread, 'GET', '/api/v1/me'),
      call(thread, 'GET', '/api/v1/nothing'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    expect(await answers[0].json()).toHaveProperty('id');
    expect(answers[0].headers.get('content-type')).toContain('json');
    await thread.moveClock(hourMs);
    expect(aheadMs.value).toBe(hourMs);
    await expect(thread.moveClock(-1)).rejects.toThrow(RangeError);
    expect(workers).toHaveLength(1);

    const next = started(slot);
    expect(await next.thread.apiKey()).toBe(await thread.apiKey());
    expect(next.aheadMs.value).toBe(hourMs);
  });

  it('gives up a request that nobody waits for anymore', async () => {
    const { thread } = started();
    const leaving = new AbortController();
    const request = exchange(thread, await thread.apiKey(), leaving.signal);
    leaving.abort(new Error('The window closes.'));
    await expect(request).rejects.toThrow('The window closes.');
    await expect(exchange(thread, '', leaving.signal)).rejects.toThrow('The window closes.');
    expect((await call(thread, 'GET', '/api/v1/me')).status).toBe(200);
  });

  it('reports that it was lost, and is started again for the next request', async () => {
    const { thread, workers } = started();
    const lost = thread.apiKey();
    void workers[0]?.terminate();
    await expect(lost).rejects.toThrow('The sandbox ended unexpectedly');
    expect((await call(thread, 'GET', '/api/v1/me')).status).toBe(200);
    expect(workers).toHaveLength(2);
  });

  it('ends with the extension, but only after it has answered what was asked', async () => {
    const { thread, workers } = started();
    const key = thread.apiKey();
    thread.dispose();
    const [worker] = workers;
    const ended = worker && once(worker, 'exit');
    expect(await key).not.toBe('');
    await ended;
  });
});
