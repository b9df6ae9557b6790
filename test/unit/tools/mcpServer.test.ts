import { describe, expect, it, onTestFinished } from 'vitest';
import { startMcpServer } from '../../../src/tools/mcpServer.ts';
import { acceptsBoth, askStateless, statelessRevision } from './mcpClients.ts';

/** A server with a tool that waits until it is canceled. */
async function start() {
  const running: AbortSignal[] = [];
  const server = await startMcpServer({
    version: '1',
    tools: [
      {
        name: 'wait',
        title: '',
        description: '',
        inputSchema: {},
        outputSchema: {},
        isReadOnly: true,
        hasMap: false,
      },
    ],
    mapPage: () => Promise.resolve(''),
    openLink: () => 'asked',
    call: (_name, _input, signal) => {
      running.push(signal);
      return new Promise(() => undefined);
    },
  });
  onTestFinished(() => server.close());
  const headers = { ...acceptsBoth, Authorization: `Bearer ${server.token}` };
  const post = (message: object) =>
    fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  const cancel = (requestId: unknown) =>
    post({ method: 'notifications/cancelled', params: { requestId, reason: 'no longer needed' } });
  return { running, post, cancel, connection: { url: server.url, headers } };
}

describe('a canceled call', () => {
  it.each([7, 'seven'])('ends with its answer: %j', async id => {
    const { running, post, cancel } = await start();
    const answer = post({ id, method: 'tools/call', params: { name: 'wait' } });
    await expect.poll(() => running.length).toBe(1);
    expect((await cancel('another')).status).toBe(202);
    expect((await cancel(undefined)).status).toBe(202);
    expect(running[0]?.aborted).toBe(false);
    expect((await cancel(id)).status).toBe(202);
    expect(await (await answer).text()).toContain('"message":"The call was canceled."');
    expect(running[0]?.aborted).toBe(true);
  });

  it('ends when a client without a session closes the connection', async () => {
    const { running, connection } = await start();
    const closing = new AbortController();
    const called = askStateless(
      connection,
      'tools/call',
      { name: 'wait' },
      statelessRevision,
      closing.signal,
    );
    await expect.poll(() => running.length).toBe(1);
    expect(running[0]?.aborted).toBe(false);
    closing.abort();
    await expect(called).rejects.toThrow();
    await expect.poll(() => running[0]?.aborted).toBe(true);
  });

  it('is no other one that has the same ID', async () => {
    const { running, post, cancel } = await start();
    const calls = ['one', 'other'].map(() => post({ id: 1, method: 'tools/call', params: { name: 'wait' } }));
    calls.forEach(call => void call.catch(() => undefined));
    await expect.poll(() => running.length).toBe(2);
    expect((await cancel(1)).status).toBe(202);
    expect(running.map(({ aborted }) => aborted)).toEqual([false, false]);
  });
});
