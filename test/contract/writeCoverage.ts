// npm run coverage
//
// Runs the contract suite and writes test/contract/coverage.json from it.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { repository } from '../editor/repository.ts';
import { coverageFile, coverageProblems, type Report, statementsOf, tableOf } from './coverage.ts';

const folder = await mkdtemp(join(tmpdir(), 'swath-coverage-'));
const file = join(folder, 'report.json');
try {
  const code = await runSuite(file);
  if (code !== 0) throw new Error('The contract suite fails: the file is left as it is.');
  const report = JSON.parse(await readFile(file, 'utf8')) as Report;
  await writeFile(coverageFile, tableOf(statementsOf(report)));
  console.log(`${relative(repository, coverageFile)} is written.`);
  const problems = await coverageProblems(report);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}

function runSuite(reportFile: string): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const child = spawn('vitest', ['run', '--project', 'contract', ...reporters], {
    cwd: repository,
    stdio: 'inherit',
    // There it is a script for the shell.
    shell: process.platform === 'win32',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => resolve(code ?? 1));
  });
}
