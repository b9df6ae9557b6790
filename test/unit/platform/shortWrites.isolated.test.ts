import type * as files from 'node:fs/promises';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createAppendLog } from '../../../src/platform/files/appendLog.ts';
import { readJournalLine } from '../../../src/features/orders/journal.ts';
import { createFileTarget } from '../../../src/features/deliveries/fileTarget.ts';
import { tempFolder } from '../tempFolder.ts';

const steps = vi.hoisted((): string[] => []);

/**
 * A disk that accepts four bytes at a time: a write may be shorter than requested, as on a disk that is nearly full.
 */
vi.mock('node:fs/promises', async original => {
  const real = await original<typeof files>();
  return {
    ...real,
    async open(...parameters: Parameters<typeof real.open>) {
      const file = await real.open(...parameters);
      const write = (data: string | Uint8Array, offset?: number | null, length?: number | null) => {
        const whole = Buffer.from(data as Uint8Array);
        const start = typeof data === 'string' ? 0 : (offset ?? 0);
        const end = typeof data === 'string' ? whole.length : start + (length ?? whole.length - start);
        return file.write(whole.subarray(start, Math.min(end, start + 4)));
      };
      return new Proxy(file, {
        get(target, name) {
          if (name === 'write') return write;
          if (name === 'sync' || name === 'close') steps.push(name);
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    },
  };
});

it('a journal line is complete on a disk that writes it in pieces', async () => {
  const file = createAppendLog(join(await tempFolder(), 'orders.jsonl'), readJournalLine);
  const line = { event: 'notBooked', id: 'a', connection: 'Test', at: '2026-01-01T00:00:00.000Z' } as const;
  await file.append(line);
  expect(steps.slice(0, 2), 'flushed before it counts as written').toEqual(['sync', 'close']);
  expect(await file.readAll()).toEqual([line]);
});

it('a report is complete on a disk that writes it in pieces', async () => {
  const path = join(await tempFolder(), 'harbour.aoi.geojson');
  const target = await createFileTarget(path);
  await target.write(new TextEncoder().encode('{"type":"FeatureCollection","features":[]}'));
  await target.commit();
  expect(await readFile(path, 'utf8')).toBe('{"type":"FeatureCollection","features":[]}');
});
