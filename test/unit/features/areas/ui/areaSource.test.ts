import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allThatEnds } from '../../../../../src/platform/host/endsWithExtension.ts';
import { readAreasOfText } from '../../../../../src/features/areas/rules/import/readAreas.ts';
import { readForeignFile, readForeignText } from '../../../../../src/features/areas/ui/areaSource.ts';
import { bytesOf } from '../rules/import/files.ts';

const triangle = 'POLYGON((0 0,1 0,1 1,0 0))';
const long = `${triangle}\n`.repeat(1000);

afterAll(() => allThatEnds.dispose());

describe('untrusted input', () => {
  it('is read with the same result in the host and in the thread', async () => {
    for (const text of [triangle, long, 'x', 'x'.repeat(30_000)]) {
      expect(await readForeignText(text)).toEqual(readAreasOfText(text));
    }
  });

  it('leaves the host responsive while it is read', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const placemark = '<Placemark><Polygon/></Placemark>';
    const read = await readForeignText(`<kml>${placemark.repeat(10_000)}</kml>`);
    clearInterval(timer);
    expect(read).toMatchObject({ kind: 'unreadable' });
    expect(turns).toBeGreaterThan(20);
  });

  it('from a file is returned with its name', async () => {
    expect(await readForeignFile({ name: 'a.kmz', bytes: bytesOf('harbours.kmz') })).toMatchObject({
      kind: 'areas',
      format: 'KMZ',
    });
    expect(await readForeignFile({ name: 'a.kmz', bytes: new Uint8Array(3) })).toMatchObject({
      problem: expect.stringMatching(/^a\.kmz: (?!a\.kmz)/) as string,
    });
  });
});

describe('input that takes too long to read', () => {
  const timeouts: AbortController[] = [];
  beforeEach(() => {
    timeouts.length = 0;
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const timeout = new AbortController();
      timeouts.push(timeout);
      return timeout.signal;
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  // Each level has its own prefix, and the parser copies all of them at every level, which takes minutes.
  const levels = 100_000;
  const open = Array.from({ length: levels }, (_none, at) => `<a xmlns:b${at}="c">`);
  const slow = `<kml>${open.join('')}${'</a>'.repeat(levels)}</kml>`;

  it('is stopped, and the error says what to do', async () => {
    const reading = readForeignFile({ name: 'slow.kml', bytes: new TextEncoder().encode(slow) });
    timeouts[0]?.abort();
    expect(await reading).toEqual({
      kind: 'unreadable',
      problem: 'The data is too large or nested too deeply. Export only the area you need and import that.',
    });
    // It blocks nothing after it.
    expect(await readForeignText(long)).toMatchObject({ kind: 'areas' });
  });

  it('is stopped when it is no longer needed', async () => {
    const controller = new AbortController();
    const reading = readForeignText(slow, controller.signal);
    controller.abort(new Error('Gone.'));
    await expect(reading).rejects.toThrow('Gone.');
    expect(await readForeignText(long)).toMatchObject({ kind: 'areas' });
  });
});
