// npm run test:desktop [-- <version>]
//
// Runs the extension host suite in desktop VS Code of the named version, or else the newest, which it downloads the
// first time.
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { buildExtension } from './buildExtension.ts';
import { repository } from './repository.ts';

const [version = 'stable'] = process.argv.slice(2);

try {
  await buildExtension('--production', '--tests');
  process.exitCode = await runTests({
    version,
    extensionDevelopmentPath: repository,
    extensionTestsPath: join(repository, 'dist/test/index.cjs'),
    launchArgs: [join(repository, 'media/samples'), '--disable-extensions', '--disable-workspace-trust'],
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
