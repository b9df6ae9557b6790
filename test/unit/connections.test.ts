import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../editor/repository.ts';

/** Ways out of a process or a page, and into it. */
const network =
  /from '(?:node:)?(?:https?|http2|net|tls|dgram|dns)'|from 'undici\/(?!lib\/api)|(?<![\w.`])fetch\(|\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b|\bsendBeacon\(|createTelemetryLogger/;

const ofService = [
  'src/features/account/transports.ts',
  'src/service/wire/dispatcher.ts',
  'src/service/wire/http.ts',
  'src/service/wire/ownTransport.ts',
  'src/service/wire/probe.ts',
  'src/service/wire/sendOnce.ts',
];
/** Listens on the loopback interface. */
const ofAgents = ['src/features/agents/mcpServer.ts'];
/** Reads files of the package, as the policy of the page allows; the tiles of a background are its pictures. */
const ofPage = [
  'webview/app/page.tsx',
  'webview/ground/baseMap.ts',
  'webview/ground/pageThread.ts',
  'webview/ground/placeNames.ts',
];
/** As the text of a script. */
const ofScripts = ['src/features/scripts/rules/scripts.ts'];

describe('what connects to a network', () => {
  it('is in these files only, whose connections docs/trust.md lists', () => {
    const files = globSync('{src,webview}/**/*.{ts,tsx}', { cwd: repository })
      .map(file => file.replaceAll('\\', '/'))
      .filter(file => !file.startsWith('src/sandbox/') && !file.endsWith('.d.ts'));
    expect(files.length).toBeGreaterThan(300);
    const connecting = files.filter(file => network.test(readFileSync(join(repository, file), 'utf8')));
    expect(connecting.sort()).toEqual([...ofService, ...ofAgents, ...ofPage, ...ofScripts].sort());
  });
});
