import type * as files from 'node:fs/promises';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { createFileTarget } from '../../../../src/features/deliveries/fileTarget.ts';
import { tempFolder } from '../../tempFolder.ts';

/** A disk with space for this many bytes of files in total. */
const disk = vi.hoisted(() => ({ room: Infinity, code: 'ENOSPC' }));

function take(bytes: number): void {
  if (bytes > disk.room) throw Object.assign(new Error(`${disk.code}: no space`), { code: disk.code });
  disk.room -= bytes;
}

vi.mock('node:fs/promises', async original => {
  const real = await original<typeof files>();
  return {
    ...real,
    async writeFile(path: string, text: string) {
      take(text.length);
      await real.writeFile(path, text);
    },
    async open(...parameters: Parameters<typeof real.open>) {
      const file = await real.open(...parameters);
      const overrides = {
        async appendFile(bytes: Uint8Array) {
          await file.appendFile(bytes.subarray(0, disk.room));
          const written = Math.min(bytes.length, disk.room);
          disk.room -= written;
          take(bytes.length - written);
        },
        async truncate(length = 0) {
          const { size } = await file.stat();
          disk.room += Math.max(0, size - length);
          await file.truncate(length);
        },
      };
      return new Proxy(file, {
        get(target, name) {
          if (name in overrides) return Reflect.get(overrides, name) as unknown;
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    },
  };
});

beforeEach(() => void (disk.room = Infinity));

it.each([
  ['a full disk', 0, 'ENOSPC'],
  ['a disk that was full', 1_000_000, 'ENOSPC'],
  ['a used-up quota', 0, 'EDQUOT'],
])(
  '%s keeps the received data, and the download resumes when there is space again',
  async (_what, freed, code) => {
    disk.code = code;
    const path = join(await tempFolder(), 'product.zip');
    const whole = Buffer.alloc(1_000_000, 'x');
    const first = await createFileTarget(path);
    await first.part?.restart('of the product');
    disk.room = 700_000;
    await first.write(whole.subarray(0, 700_000));
    await expect(first.write(whole.subarray(700_000)).then(() => first.commit())).rejects.toMatchObject({
      code,
    });
    disk.room += freed;
    await first.discard();
    expect(await readdir(dirname(path))).toHaveLength(1);

    disk.room = Infinity;
    const second = await createFileTarget(path);
    const size = second.part?.size ?? 0;
    // Part of it is dropped to make space for the note.
    expect(size).toBeGreaterThan(400_000);
    expect(size).toBeLessThanOrEqual(700_000);
    expect(second.part?.note).toBe('of the product');
    await second.write(whole.subarray(size));
    await second.commit();
    expect((await readFile(path)).equals(whole)).toBe(true);
    expect(await readdir(dirname(path))).toEqual(['product.zip']);
  },
);
