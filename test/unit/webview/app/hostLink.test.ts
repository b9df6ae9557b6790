import { expect, it, onTestFinished, vi } from 'vitest';
import type { ToHost } from '../../../../src/protocol/protocol.ts';
import { checkedMessages } from '../../../../src/protocol/toHost.ts';
import { connectToHost } from '../../../../webview/app/hostLink.ts';

it('asks as much at once as the host takes, and the rest right after it', async () => {
  const received: ToHost[] = [];
  const problems: string[] = [];
  const receive = checkedMessages(
    message => received.push(message),
    problem => problems.push(problem),
  );
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: receive, getState: () => undefined }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const host = connectToHost(undefined);
  const count = 25_000;
  for (let number = 0; number < count; number += 1) void host.ask('thumbnail', { id: `image-${number}` });
  await Promise.resolve();
  expect(problems).toEqual([]);
  const asked = received.flatMap(message => (message.kind === 'link' ? message.messages : []));
  expect(asked.length).toBe(count);
  expect(received.length).toBe(3);
});
