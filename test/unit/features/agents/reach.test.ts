import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../../..');

/** Files that are loaded, now or later, because a file of the folder is. Type imports load nothing. */
function loadedBy(folder: string): Set<string> {
  const waiting = readdirSync(join(root, folder)).map(name => join(root, folder, name));
  const loaded = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    const text = readFileSync(file, 'utf8').replaceAll(/import type [^;]*;/g, '');
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      waiting.push(resolve(dirname(file), target));
    }
  }
  return loaded;
}

/** The code that spends money or ends something. */
const forbidden = [
  'features/orders/placing.ts',
  'features/account/revoking.ts',
  'features/account/keys.ts',
  'features/account/rotation.ts',
  'features/orders/inTurn.ts',
];

describe('what language models can reach', () => {
  const loaded = [...loadedBy('src/features/agents')].map(file => file.slice(root.length + 1));

  it('is followed through all imports', () => {
    expect(loaded).toContain('src/session/reader.ts');
    expect(loaded).toContain('src/features/orders/rules/checkOrder.ts');
  });

  it.each(forbidden)('is not %s', file => {
    expect(readFileSync(join(root, 'src', file), 'utf8')).toContain('export');
    expect(loaded).not.toContain(`src/${file}`);
  });

  it('is limited to the calls of the client that read', () => {
    // These send nothing.
    const harmless = ['errors', 'listed', 'listReading'].map(name => `src/service/wire/${name}.ts`);
    expect(loaded.filter(file => file.startsWith('src/service/wire/') && !harmless.includes(file))).toEqual(
      [],
    );
    const desk = readFileSync(join(root, 'src/features/agents/foundImages.ts'), 'utf8');
    expect(desk).toContain("Pick<Awaited<ReturnType<SignedIn['client']>>, 'search' | 'analytics'>");
    const users = [...loadedBy('src/features/agents')]
      .filter(file => file.includes('/src/features/agents/') && !file.endsWith('toolDesk.ts'))
      .filter(file => /\.client\(\)/.test(readFileSync(file, 'utf8').replaceAll('desk.client()', '')));
    expect(users).toEqual([]);
  });

  it('runs no command except the one that opens the map', () => {
    const texts = [...loadedBy('src/features/agents')]
      .filter(file => file.includes('/src/features/agents/'))
      .map(file => readFileSync(file, 'utf8'))
      .join('\n');
    expect([...texts.matchAll(/runCommand\('([^']+)'/g)].map(([, id]) => id)).toEqual(['swath.openMap']);
    expect(texts).not.toContain('executeCommand');
  });
});
