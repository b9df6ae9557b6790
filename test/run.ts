// npm test [-- <step>…]
// npm run test:full [-- <step>…]
//
// Runs all checks of the project, or the named ones, and ends with one line for all: `N passed, N failed`. With --full,
// random tests make their full number of runs, the clock starts at a random instant, and the soak and the mutants are steps
// too.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { coverageProblems, type Report } from './contract/coverage.ts';
import { serviceVariable } from './contract/serviceVariables.ts';
import { endProcessTree } from './editor/endProcessTree.ts';
import { isFailure, runHostSuite } from './editor/hostSuite.ts';
import { editorVariable, installEditor } from './editor/installEditor.mjs';
import { nodeBinary, repository } from './editor/repository.ts';
import { resultsFolderOf, resultsFolderVariable } from './editor/resultsFolder.ts';
import { ensureChromium } from './editor/systemPackages.ts';
import { fullVariable } from './randomRuns.ts';
import { measureSpeed, slowness } from './runSpeed.ts';
import { type StepResult, summaryText, totalText } from './runSummary.ts';
import { clockImport } from './shiftedClock.mjs';
import { startTestClock } from './testClock.ts';
import {
  type Counts,
  countTests,
  filesToTryAgain,
  type VitestReport,
  withSecondTry,
} from './vitestReport.ts';

type Step = {
  name: string;
  run: (output: Output) => Promise<Counts>;
  /** Runs on the output of the step `build`. */
  needsBuild?: true;
};

/** Where a program writes: to the terminal, or to lines that are printed when the step has ended. */
type Output = 'terminal' | string[];

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false } },
});
if (options.full) process.env[fullVariable] = '1';
const clock = startTestClock();
await measureSpeed();
console.log(`${clock} repeat the clock of this run. Time limits × ${slowness()} on this machine.`);

/** A quarter of an hour finds more; that is for `npm run soak -- --minutes 15`. */
const soakMinutes = 5;

/** Simulated worlds for an hour. */
const worlds = ['test/world/manyWorlds.ts', '--minutes', '60'];

/** A minute for each reader of files and messages. */
const fuzzing = ['--import', './test/bench/withoutVscode.mjs', 'test/fuzz/fuzz.ts'];
/** Fails if more than a tenth of the mutants survive. The tests judge thousands of them, each in a short run. */
const mutants = [
  'node_modules/@stryker-mutator/core/bin/stryker.js',
  'run',
  'test/mutation/stryker.config.json',
];

const build: Step = {
  name: 'build',
  run: output => runCommands(output, ['node', 'esbuild.mjs', '--production', '--tests']),
};

/**
 * They read the code and no output of other steps, so they run one after another beside the tests in a browser, on the
 * processor time those leave: a page waits a lot.
 */
const beside: Step[] = [
  { name: 'format', run: output => runCommands(output, ['oxfmt', '--check']) },
  { name: 'lint', run: runLint },
  { name: 'unit', run: output => runVitest('unit', ['--project', 'unit*'], {}, output) },
  { name: 'contract', run: runContract },
];

const oneByOne: Step[] = [
  { name: 'webview', run: runWebview, needsBuild: true },
  { name: 'host', run: runHost, needsBuild: true },
  { name: 'page', run: runPage, needsBuild: true },
  ...(options.full ? fullOnly() : []),
];

function fullOnly(): Step[] {
  return [
    { name: 'oldest', run: runOldest, needsBuild: true },
    { name: 'interop', run: () => runVitest('interop', ['--config', 'test/interop/vitest.config.ts']) },
    { name: 'world', run: output => runCommands(output, ['node', ...worlds]) },
    { name: 'fuzz', run: output => runCommands(output, ['node', ...fuzzing]) },
    { name: 'soak', run: runSoak, needsBuild: true },
    { name: 'mutation', run: () => runCommands('terminal', ['node', ...mutants]) },
  ];
}

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void endAll(signal));

try {
  const results = await runSteps(chooseSteps());
  console.log(`\n${summaryText(results)}`);
  process.exitCode = results.every(({ counts }) => counts.failed === 0) ? 0 : 1;
  console.log(totalText(results));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function chooseSteps(): (step: Step) => boolean {
  const steps = [...beside, build, ...oneByOne];
  const all = steps.map(({ name }) => name);
  const unknown = names.find(name => !all.includes(name));
  if (unknown !== undefined) {
    throw new Error(`There is no step "${unknown}". Usage: npm test [-- <step>…], steps: ${all.join(', ')}`);
  }
  if (names.length === 0) return () => true;
  const needsBuild = steps.some(step => step.needsBuild === true && names.includes(step.name));
  return ({ name }) => names.includes(name) || (needsBuild && name === 'build');
}

/** In the order of the steps, whichever ended first. */
async function runSteps(isChosen: (step: Step) => boolean): Promise<StepResult[]> {
  const chosen = beside.filter(isChosen);
  const tests = oneByOne.filter(isChosen);
  // With no other output between their lines, they can write as they go.
  const isAlone = tests.length === 0;
  if (!isAlone && chosen.length > 0)
    console.log(`\n> beside the others: ${chosen.map(({ name }) => name).join(', ')}`);
  const besideResults = runBeside(chosen, isAlone);
  const results: StepResult[] = [];
  if (isChosen(build)) results.push(await runStep(build, 'terminal'));
  const isBuilt = results.every(({ counts }) => counts.failed === 0);
  for (const step of tests) {
    const run =
      step.needsBuild === true && !isBuilt
        ? () => Promise.resolve(failure('The build failed, so there is nothing to run.'))
        : step.run;
    results.push(await runStep({ ...step, run }, 'terminal'));
  }
  return [...(await besideResults), ...results];
}

/** One after another. */
async function runBeside(steps: readonly Step[], isAlone: boolean): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) results.push(await runStep(step, isAlone ? 'terminal' : []));
  return results;
}

async function runStep({ name, run }: Step, output: Output): Promise<StepResult> {
  if (output === 'terminal') console.log(`\n> ${name}`);
  const start = Date.now();
  const evidence = resultsFolderOf(name);
  await rm(evidence, { recursive: true, force: true });
  const counts = await run(output).catch((error: unknown) =>
    failure(error instanceof Error ? error.message : String(error)),
  );
  const seconds = (Date.now() - start) / 1000;
  if (output !== 'terminal') {
    const text = output.join('').trimEnd();
    console.log(`\n> ${name}: ${counts.failed === 0 ? 'passed' : 'failed'}, ${seconds.toFixed(1)} s`);
    if (text !== '') console.log(text);
  }
  if (counts.failed === 0 && counts.unsteady === undefined)
    await rm(evidence, { recursive: true, force: true });
  return { name, counts, seconds };
}

function failure(reason: string): Counts {
  console.error(reason);
  return { passed: 0, failed: 1, skipped: 0 };
}

/** Counts one passed or one failed for all the commands together. */
async function runCommands(output: Output, ...commands: [string, ...string[]][]): Promise<Counts> {
  let isGood = true;
  for (const command of commands) isGood = (await runCommand(command, {}, output)) === 0 && isGood;
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 };
}

/** The compiler in it holds 3 GB even if it often collects its garbage, so it collects none below 4 GB, which saves time. */
async function runLint(output: Output): Promise<Counts> {
  const isGood = (await runCommand(['oxlint'], { GOGC: 'off', GOMEMLIMIT: '4GiB' }, output)) === 0;
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 };
}

/** Runs a program from node_modules/.bin, which `test/setup.mjs` puts first on PATH. */
function runCommand(
  [command, ...args]: [string, ...string[]],
  env: NodeJS.ProcessEnv = {},
  output: Output = 'terminal',
): Promise<number> {
  const child = spawn(command === 'node' ? nodeBinary : command, args, {
    cwd: repository,
    stdio: output === 'terminal' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    // Leads a group with everything that it starts, so that all of it can be ended.
    detached: process.platform !== 'win32',
    // On Windows, the programs are scripts for the shell.
    shell: process.platform === 'win32' && command !== 'node',
  });
  if (output !== 'terminal') {
    // It uses what the tests leave.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  running.add(child);
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve(code ?? 1));
  }).finally(() => running.delete(child));
}

/** Who is ended ends what it started: nothing goes on after `npm test`. */
async function endAll(signal: NodeJS.Signals): Promise<void> {
  await Promise.all([...running].map(endProcessTree));
  process.exit(128 + constants.signals[signal]);
}

/** The statements, always against the sandbox, and whether test/contract/coverage.json matches the results. */
async function runContract(output: Output): Promise<Counts> {
  const sandboxOnly = { [serviceVariable]: undefined };
  const counts = await runVitest('contract', ['--project', 'contract'], sandboxOnly, output);
  if (counts.failed > 0) return counts;
  const problems = await coverageProblems(JSON.parse(await readFile(reportOf('contract'), 'utf8')) as Report);
  for (const problem of problems) console.error(problem);
  return problems.length > 0 ? { ...counts, failed: 1 } : { ...counts, passed: counts.passed + 1 };
}

/** Where vitest writes its report on a suite. */
function reportOf(suite: string): string {
  return join(resultsFolderOf(suite), 'vitest.json');
}

async function runVitest(
  suite: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  output: Output = 'terminal',
): Promise<Counts> {
  const { report, code } = await reportVitest(suite, args, env, output);
  return checkCounts(countTests(report), code);
}

async function reportVitest(
  suite: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  output: Output = 'terminal',
): Promise<{ report: VitestReport; code: number }> {
  const path = reportOf(suite);
  const json = ['--reporter=json', `--outputFile.json=${path}`];
  const readable = ['--reporter=default', '--reporter=./test/randomReporter.ts'];
  const code = await runCommand(
    ['vitest', 'run', ...args, ...readable, ...json],
    { ...env, [resultsFolderVariable]: resultsFolderOf(suite) },
    output,
  );
  return { report: JSON.parse(await readFile(path, 'utf8')) as VitestReport, code };
}

/** A suite without tests is a failure, and so is one that exits with an error although all its tests passed. */
function checkCounts(counts: Counts, code: number): Counts {
  if (counts.failed > 0) return counts;
  if (counts.passed === 0)
    return { ...counts, ...failure('The suite ran no test.'), skipped: counts.skipped };
  return code === 0 ? counts : { ...counts, failed: 1 };
}

async function runHost(): Promise<Counts> {
  await ensureChromium();
  const results = await runHostSuite(resultsFolderOf('host'));
  const tests = results.filter(result => result.kind === 'test');
  const count = (state: string) => tests.filter(test => test.state === state).length;
  const counts = {
    passed: count('passed'),
    failed: results.filter(isFailure).length,
    skipped: count('skipped'),
    tests: tests.map(test => ({
      name: test.title,
      title: test.title,
      file: 'test/host',
      seconds: test.ms / 1000,
      ...(test.state === 'failed' ? { failure: test.error } : {}),
    })),
  };
  return checkCounts(counts, 0);
}

/**
 * The host suite and the main path in the oldest editor that package.json promises, and on its Node the connections with
 * certificates and proxies, whose library asks for a newer Node than most code.
 */
async function runOldest(): Promise<Counts> {
  process.env[editorVariable] = 'oldest';
  try {
    const host = await runHost();
    const page = await runVitest('oldest', ['--config', 'test/page/vitest.config.ts', 'mainPath']);
    const { node = nodeBinary } = await installEditor();
    const transport = await runVitest(
      'oldest-transport',
      ['--project', 'contract', 'test/contract/transport.test.ts'],
      { PATH: [dirname(node), process.env.PATH].join(delimiter), [serviceVariable]: undefined },
    );
    const all = [host, page, transport];
    const sum = (count: 'passed' | 'failed' | 'skipped') =>
      all.reduce((total, counts) => total + counts[count], 0);
    return {
      passed: sum('passed'),
      failed: sum('failed'),
      skipped: sum('skipped'),
      tests: all.flatMap(({ tests = [] }) => tests),
    };
  } finally {
    process.env[editorVariable] = 'newest';
  }
}

async function runWebview(): Promise<Counts> {
  await ensureChromium();
  return runVitest('webview', ['--config', 'test/webview/vitest.config.ts']);
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

/** Random user actions in the real editor while the service fails at random. */
async function runSoak(): Promise<Counts> {
  await ensureChromium();
  await installEditor();
  const soak = ['test/page/soak.ts', '--minutes', String(soakMinutes)];
  return runCommands('terminal', ['node', clockImport, ...soak]);
}
