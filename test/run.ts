// npm test [-- <step>…]
//
// Runs every check of the project, or the named ones, and ends with one line over all: `N passed, N failed`.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { coverageProblems, type Report } from './contract/coverage.ts';
import { serviceVariable } from './contract/serviceVariables.ts';
import { isFailure, runHostSuite } from './editor/hostSuite.ts';
import { installEditor } from './editor/installEditor.ts';
import { nodeBinary, repository } from './editor/repository.ts';
import { resultsFolderOf, resultsFolderVariable } from './editor/resultsFolder.ts';
import { ensureChromium } from './editor/systemPackages.ts';
import {
  countTests,
  filesToTryAgain,
  withSecondTry,
  type Counts,
  type VitestReport,
} from './vitestReport.ts';

type Step = {
  name: string;
  run: () => Promise<Counts>;
  /** Runs in the editor, on what the step `build` makes. */
  inEditor?: true;
};

const steps: Step[] = [
  {
    name: 'types',
    run: () =>
      runCommands(
        ['tsc', '-p', 'tsconfig.json'],
        ['tsc', '-p', 'webview/tsconfig.json'],
        ['tsc', '-p', 'test/tsconfig.json'],
      ),
  },
  { name: 'lint', run: () => runCommands(['eslint', '.']) },
  { name: 'format', run: () => runCommands(['prettier', '--check', '.']) },
  { name: 'build', run: () => runCommands(['node', 'esbuild.mjs', '--production', '--tests']) },
  { name: 'unit', run: () => runVitest('unit', ['--project', 'unit']) },
  { name: 'contract', run: runContract },
  { name: 'host', run: runHost, inEditor: true },
  { name: 'page', run: runPage, inEditor: true },
];

try {
  const total = await runSteps(chooseSteps());
  process.exitCode = total.failed === 0 ? 0 : 1;
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function chooseSteps(): Step[] {
  const { positionals: names } = parseArgs({ allowPositionals: true, options: {} });
  const all = steps.map(({ name }) => name);
  const unknown = names.find(name => !all.includes(name));
  if (unknown !== undefined) {
    throw new Error(`There is no step "${unknown}". Usage: npm test [-- <step>…], steps: ${all.join(', ')}`);
  }
  if (names.length === 0) return steps;
  const needsBuild = steps.some(({ name, inEditor }) => inEditor === true && names.includes(name));
  return steps.filter(({ name }) => names.includes(name) || (needsBuild && name === 'build'));
}

async function runSteps(chosen: Step[]): Promise<Counts> {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const summary: string[] = [];
  let isBuilt = true;
  for (const { name, run, inEditor } of chosen) {
    console.log(`\n> ${name}`);
    const start = Date.now();
    const evidence = resultsFolderOf(name);
    await rm(evidence, { recursive: true, force: true });
    const counts: Counts =
      inEditor === true && !isBuilt
        ? failure('The build failed, so there is nothing to run in the editor.')
        : await run().catch((error: unknown) =>
            failure(error instanceof Error ? error.message : String(error)),
          );
    if (name === 'build') isBuilt = counts.failed === 0;
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key];
    let line = `${name}: ${counts.passed} passed, ${counts.failed} failed`;
    if (counts.skipped > 0) line += `, ${counts.skipped} skipped`;
    if (counts.unsteady) line += ` (the second try of ${counts.unsteady.join(' and ')} counts)`;
    line += `, ${((Date.now() - start) / 1000).toFixed(1)} s`;
    const isClean = counts.failed === 0 && counts.unsteady === undefined;
    if (isClean) await rm(evidence, { recursive: true, force: true });
    else if (existsSync(evidence)) line += `; what explains it is in ${relative(repository, evidence)}`;
    summary.push(line);
  }
  console.log(`\n${summary.join('\n')}`);
  return total;
}

function failure(reason: string): Counts {
  console.error(reason);
  return { passed: 0, failed: 1, skipped: 0 };
}

/** One passed or one failed for all the commands together. */
async function runCommands(...commands: [string, ...string[]][]): Promise<Counts> {
  let isGood = true;
  for (const command of commands) isGood = (await runCommand(command)) === 0 && isGood;
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 };
}

/** Runs a program of node_modules/.bin, which `test/setup.mjs` puts first on PATH. */
function runCommand([command, ...args]: [string, ...string[]], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(command === 'node' ? nodeBinary : command, args, {
    cwd: repository,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    // There the programs are scripts for the shell.
    shell: process.platform === 'win32' && command !== 'node',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => resolve(code ?? 1));
  });
}

/** The statements, always against the sandbox, and whether docs/coverage.md tells of them what is so. */
async function runContract(): Promise<Counts> {
  const counts = await runVitest('contract', ['--project', 'contract'], { [serviceVariable]: undefined });
  if (counts.failed > 0) return counts;
  const problems = await coverageProblems(JSON.parse(await readFile(reportOf('contract'), 'utf8')) as Report);
  for (const problem of problems) console.error(problem);
  return problems.length > 0 ? { ...counts, failed: 1 } : { ...counts, passed: counts.passed + 1 };
}

/** Where vitest reports on a suite. */
function reportOf(suite: string): string {
  return join(resultsFolderOf(suite), 'vitest.json');
}

async function runVitest(suite: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Counts> {
  const { report, code } = await reportVitest(suite, args, env);
  return checkCounts(countTests(report), code);
}

async function reportVitest(
  suite: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ report: VitestReport; code: number }> {
  const path = reportOf(suite);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  const code = await runCommand(['vitest', 'run', ...args, ...reporters], {
    ...env,
    [resultsFolderVariable]: resultsFolderOf(suite),
  });
  return { report: JSON.parse(await readFile(path, 'utf8')) as VitestReport, code };
}

/** A suite without tests is a failure, and so is one that ends badly with all its tests passed. */
function checkCounts(counts: Counts, code: number): Counts {
  if (counts.failed > 0) return counts;
  if (counts.passed === 0)
    return { ...counts, ...failure('The suite ran no test.'), skipped: counts.skipped };
  return code === 0 ? counts : { ...counts, failed: 1 };
}

async function runHost(): Promise<Counts> {
  await ensureChromium();
  const results = await runHostSuite(resultsFolderOf('host'));
  const count = (state: string) =>
    results.filter(result => result.kind === 'test' && result.state === state).length;
  const counts = {
    passed: count('passed'),
    failed: results.filter(isFailure).length,
    skipped: count('skipped'),
  };
  return checkCounts(counts, 0);
}

async function runPage(): Promise<Counts> {
  // The suite's time limits are for tests, not for an installation.
  await ensureChromium();
  await installEditor();
  const args = ['--config', 'test/page/vitest.config.ts'];
  const first = await reportVitest('page', args);
  const files = filesToTryAgain(first.report).map(file => relative(repository, file));
  if (files.length === 0) return checkCounts(countTests(first.report), first.code);
  console.log(`\nNothing came in time in ${files.join(' and ')}: tried once more.`);
  const second = await reportVitest(join('page', 'again'), [...args, ...files]);
  const counts = countTests(withSecondTry(first.report, second.report));
  return checkCounts({ ...counts, unsteady: files }, second.code);
}
