import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { createFileTarget } from '../../src/features/deliveries/fileTarget.ts';
import { clientAt } from './downloading.ts';
import { serveFile, someBytes, type Turn } from './fileServer.ts';

/** The file is this block, again and again: nobody holds it whole, and sending it leaves nothing to clear away. */
const block = someBytes(1 << 20);
const blocks = 32;
const size = block.length * blocks;

const md5 = createHash('md5');
for (let index = 0; index < blocks; index++) md5.update(block);
const headers = {
  ETag: '"long"',
  'X-Ads-Checksum-Method': 'md5',
  'X-Ads-Checksum-Value': md5.digest('hex'),
};

/** Sends the file from the start of a block on, no faster than it is taken; stalls where it is told to. */
function streaming(firstBlock: number, stallBefore = blocks): Turn {
  const from = firstBlock * block.length;
  return {
    answer(response) {
      response.writeHead(from === 0 ? 200 : 206, {
        ...headers,
        'Content-Length': size - from,
        ...(from === 0 ? {} : { 'Content-Range': `bytes ${from}-${size - 1}/${size}` }),
      });
      let next = firstBlock;
      const goOn = () => {
        while (next < stallBefore) {
          next += 1;
          if (!response.write(block)) return void response.once('drain', goOn);
        }
        if (stallBefore === blocks) response.end();
      };
      goOn();
    },
  };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of buffers that somebody still holds. */
function bytesHeld(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

it('a long download is never whole in memory, also when it is continued', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'swath-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'image.zip');
  const turns = [streaming(0, 20), streaming(20)];
  const server = await serveFile({ file: { bytes: Buffer.of() }, turns });
  const client = clientAt(server.origin);

  const half = 20 * block.length;
  const abort = new AbortController();
  const before = bytesHeld();
  const held: number[] = [];
  let looked = 0;
  const watch = (received: number) => {
    if (received - looked >= 2 * block.length) {
      held.push(bytesHeld() - before);
      looked = received;
    }
    if (received === half) abort.abort();
  };
  const first = client.download(server.link, await createFileTarget(path), watch, abort.signal);
  await expect(first).rejects.toMatchObject({ kind: 'aborted' });
  await client.download(server.link, await createFileTarget(path), watch);

  expect(server.requests.map(({ range }) => range)).toEqual([undefined, `bytes=${half}-`]);
  expect((await stat(path)).size).toBe(size);
  expect(held.length).toBeGreaterThan(10);
  // The median, because garbage that the collector leaves for its next turn counts in some of them.
  expect(held.toSorted((a, b) => a - b)[held.length >> 1]).toBeLessThan(size / 6);
});
