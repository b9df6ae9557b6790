import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { patient } from '../runSpeed.ts';
import { openWorkbench, type Workbench } from './browser.ts';
import { describeResult, type HostResult, parseResults, resultsVariable } from './hostResults.ts';
import { repository } from './repository.ts';
import { type Editor, serveEditor } from './serve.ts';

/** Longest time without a new result, milliseconds: a test has 30 s, and that includes the editor's start. */
const maxSilence = patient(90_000);

/**
 * Runs the suite of `dist/test/index.cjs` in the extension host of a real editor, and prints its results as they
 * arrive. Leaves logs, and after a failure what the window showed, in the folder `evidence`.
 */
export async function runHostSuite(evidence: string): Promise<HostResult[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'swath-host-'));
  const folder = join(scratch, 'samples');
  const resultsFile = join(scratch, 'results.jsonl');
  await cp(join(repository, 'media/samples'), folder, { recursive: true });
  await writeFile(resultsFile, '');
  let editor: Editor | undefined;
  let workbench: Workbench | undefined;
  try {
    editor = await serveEditor({
      extensionPath: repository,
      testsPath: join(repository, 'dist/test/index.cjs'),
      folder,
      keepLogs: evidence,
      env: { [resultsVariable]: resultsFile },
    });
    // The extension host starts with the first window.
    workbench = await openWorkbench(editor);
    const results = await followResults(resultsFile, editor);
    if (results.some(isFailure)) await keepEvidence(evidence, workbench);
    return results;
  } finally {
    await workbench?.close();
    await editor?.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

export function isFailure(result: HostResult): boolean {
  return result.kind === 'broken' || (result.kind === 'test' && result.state === 'failed');
}

/** Reads the results until the last one; ends with a `broken` one if no more arrive. */
async function followResults(file: string, editor: Editor): Promise<HostResult[]> {
  let ended: string | undefined;
  void editor.ended.then(message => (ended = message));
  let results: HostResult[] = [];
  let since = Date.now();
  for (;;) {
    const now = parseResults(await readFile(file, 'utf8'));
    now.slice(results.length).forEach(print);
    if (now.length > results.length) since = Date.now();
    results = now;
    if (results.some(({ kind }) => kind !== 'test')) return results;
    const silent = Date.now() - since > maxSilence && `no result came for ${maxSilence / 1000} s`;
    const reason = ended ?? silent;
    if (reason) {
      const broken: HostResult = { kind: 'broken', error: `The suite did not end: ${reason}.` };
      print(broken);
      return [...results, broken];
    }
    await delay(200);
  }
}

function print(result: HostResult): void {
  const text = describeResult(result);
  if (text !== undefined) console.log(text);
}

async function keepEvidence(folder: string, { page, allProblems }: Workbench): Promise<void> {
  await page.screenshot({ path: join(folder, 'window.png') });
  await writeFile(join(folder, 'console.json'), JSON.stringify(allProblems, undefined, 2));
}
