import type { VersionNegotiationMode } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startMcpServer } from '../../../../src/features/agents/mcpServer.ts';
import { acceptsBoth, askStateless, connectSdk, statelessRevision } from './mcpClients.ts';

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
    openLink: () => Promise.resolve('asked' as const),
    call: (_name, _input, signal) => {
      running.push(signal);
      return new Promise(() => undefined);
    },
  });
  onTestFinished(() => server.close());
  const headers = { ...acceptsBoth, Authorization: `Bearer ${server.token}` };
  const connection = { url: server.url, headers };
  /** Of a client in this session, if any. */
  const post = (message: object, session?: string) =>
    fetch(server.url, {
      method: 'POST',
      headers: { ...headers, ...(session === undefined ? {} : { 'Mcp-Session-Id': session }) },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const initialize = (session?: string) =>
    post(
      {
        id: 0,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'plain', version: '1' },
        },
      },
      session,
    );
  return {
    running,
    connection,
    post,
    initialize,
    begin: async () => (await initialize()).headers.get('Mcp-Session-Id') ?? expect.fail('No session began.'),
    /** Waits until it is running; `answer` comes later. */
    call: async (id: string | number, session?: string) => {
      const answer = post({ id, method: 'tools/call', params: { name: 'wait' } }, session);
      answer.catch(() => undefined);
      await expect.poll(() => running.length).toBe(1);
      return { answer };
    },
    cancel: async (requestId: unknown, session?: string) =>
      (await post({ method: 'notifications/cancelled', params: { requestId, reason: 'changed' } }, session))
        .status,
    aborted: () => running.map(({ aborted }) => aborted),
  };
}

describe('a canceled call', () => {
  it.each([7, 'seven'])('ends with its answer: %j', async id => {
    const { begin, call, cancel, aborted } = await start();
    const session = await begin();
    const { answer } = await call(id, session);
    expect(await cancel('another', session)).toBe(202);
    expect(await cancel(undefined, session)).toBe(202);
    expect(aborted()).toEqual([false]);
    expect(await cancel(id, session)).toBe(202);
    expect(await (await answer).text()).toContain('"message":"The call was canceled."');
    expect(aborted()).toEqual([true]);
  });

  it.each<[string, VersionNegotiationMode]>([
    ['after initialize', 'legacy'],
    ['without a session', 'auto'],
  ])('is only that of the official client which cancels it, %s', async (_what, mode) => {
    const { running, connection, aborted } = await start();
    const clients = [await connectSdk(connection, mode), await connectSdk(connection, mode)];
    onTestFinished(async () => void (await Promise.all(clients.map(client => client.close()))));
    const canceling = clients.map(() => new AbortController());
    const calls = clients.map((client, index) =>
      client.callTool({ name: 'wait' }, { signal: canceling[index]?.signal ?? expect.fail() }),
    );
    calls.forEach(call => void call.catch(() => undefined));
    await expect.poll(() => running.length).toBe(2);
    canceling[1]?.abort();
    await expect(calls[1]).rejects.toThrow();
    await expect.poll(() => aborted().filter(Boolean)).toHaveLength(1);
    canceling[0]?.abort();
    await expect.poll(aborted).toEqual([true, true]);
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

  it('is none of another client, even if no other call has its ID', async () => {
    const { connection, begin, call, cancel, aborted } = await start();
    const own = await begin();
    const other = await begin();
    await call(1, own);
    expect(await cancel(1, other)).toBe(202);
    expect(await cancel(1)).toBe(400);
    expect(await cancel(1, 'made.up')).toBe(404);
    const stateless = await fetch(connection.url, {
      method: 'POST',
      headers: {
        ...connection.headers,
        'Mcp-Session-Id': own,
        'MCP-Protocol-Version': statelessRevision,
        'Mcp-Method': 'notifications/cancelled',
      },
      body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
    });
    expect(stateless.status).toBe(202);
    expect(aborted()).toEqual([false]);
    expect(await cancel(1, own)).toBe(202);
    await expect.poll(aborted).toEqual([true]);
  });

  it('is none of a client without a session', async () => {
    const { begin, call, cancel, aborted } = await start();
    await call(1);
    expect(await cancel(1)).toBe(400);
    expect(await cancel(1, await begin())).toBe(202);
    expect(aborted()).toEqual([false]);
  });
});

describe('a session', () => {
  it('begins with each initialize, and has an ID of its own', async () => {
    const { begin, initialize } = await start();
    const ids = [await begin(), await begin()];
    // A client whose session is unknown begins another.
    const again = await initialize('made.up');
    expect(again.status).toBe(200);
    ids.push(again.headers.get('Mcp-Session-Id') ?? '');
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[\w.-]{40,}$/);
  });

  it.each<[string, (id: string) => string | undefined, number]>([
    ['its ID', id => id, 200],
    ['none', () => undefined, 200],
    ['an ID that was made up', () => 'made-up', 404],
    ['an empty ID', () => '', 404],
    ['a part of its ID', id => id.slice(0, -1), 404],
    ['its ID with more', id => `${id}.x`, 404],
  ])('answers a request with %s', async (_what, idOf, status) => {
    const { begin, post } = await start();
    const answer = await post({ id: 1, method: 'ping' }, idOf(await begin()));
    expect(answer.status).toBe(status);
    if (status === 404) expect(await answer.text()).toContain('There is no such session.');
  });

  it('of another window is unknown', async () => {
    const own = await start();
    const other = await start();
    expect((await other.post({ id: 1, method: 'ping' }, await own.begin())).status).toBe(404);
  });

  it('is nothing to clients of the revision without sessions', async () => {
    const { connection } = await start();
    const headers = { ...connection.headers, 'Mcp-Session-Id': 'made-up' };
    expect((await askStateless({ ...connection, headers }, 'tools/list')).status).toBe(200);
  });
});
