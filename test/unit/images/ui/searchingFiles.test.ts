import * as fs from 'node:fs';
import * as fsPromises from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSeenMemory } from '../../../../src/images/seenImages.ts';
import { searchNew } from '../../../../src/images/ui/savedSearch.ts';
import { newPerson, person } from '../../../fake/person.ts';
import { searchBench } from './searchBench.ts';
import { tempFolder } from '../../tempFolder.ts';

vi.mock('node:fs', { spy: true });
vi.mock('node:fs/promises', { spy: true });

/** Every path below the folder that the file system was asked for, whatever for. */
function touched(folder: string): string[] {
  return [...Object.values(fs), ...Object.values(fsPromises)]
    .flatMap(value => (vi.isMockFunction(value) ? value.mock.calls : []))
    .flat()
    .filter((given): given is string => typeof given === 'string' && given.startsWith(folder));
}

beforeEach(newPerson);

describe('what saved searches have found before', () => {
  it('is looked up when What Is New is run for the first time, and not while the extension starts', async () => {
    const folder = await tempFolder();
    const kept = join(folder, 'seen');
    await fsPromises.mkdir(kept);
    await fsPromises.writeFile(join(kept, 'some.json'), '{}');
    vi.clearAllMocks();
    const { session, catalog, uri } = await searchBench();
    const seen = createSeenMemory(kept);
    expect(touched(kept)).toEqual([]);
    await searchNew({ session, catalog, seen }, uri);
    expect(touched(kept)).not.toEqual([]);
    expect(person.told.at(-1)).toContain('looked through for the first time');
  });
});
