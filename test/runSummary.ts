import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repository } from './editor/repository.ts';
import { resultsFolderOf } from './editor/resultsFolder.ts';
import type { Counts, TestResult } from './vitestReport.ts';

/** The result of one step of a run. */
export type StepResult = { name: string; counts: Counts; seconds: number };

const slowest = 10;

/**
 * What a run prints at its end: the slowest tests, a line for each step, and the failures with the files that explain
 * them.
 */
export function summaryText(results: readonly StepResult[]): string {
  return [
    ...slowestTests(results),
    ...results.map(stepLine),
    longestSteps(results),
    ...failedTests(results),
  ].join('\n');
}

function longestSteps(results: readonly StepResult[]): string {
  const steps = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 3);
  return `Longest steps: ${steps.map(({ name, seconds }) => `${name} ${seconds.toFixed(0)} s`).join(', ')}`;
}

/** One line for all steps, always of this form. The lines of the steps say what was skipped. */
export function totalText(results: readonly StepResult[]): string {
  const sum = (key: 'passed' | 'failed') => results.reduce((total, { counts }) => total + counts[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}

function stepLine({ name, counts, seconds }: StepResult): string {
  let line = `${name}: ${counts.passed} passed, ${counts.failed} failed`;
  if (counts.skipped > 0) line += `, ${counts.skipped} skipped`;
  if (counts.unsteady) line += ` (the second try of ${counts.unsteady.join(' and ')} counts)`;
  line += `, ${seconds.toFixed(1)} s`;
  const evidence = resultsFolderOf(name);
  if (existsSync(evidence)) line += `; logs and screenshots: ${relative(repository, evidence)}`;
  return line;
}

function slowestTests(results: readonly StepResult[]): string[] {
  const tests = results
    .flatMap(({ counts }) => counts.tests ?? [])
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, slowest);
  if (tests.length === 0) return [];
  const lines = tests.map(
    ({ seconds, file, name }) => `${seconds.toFixed(1).padStart(7)} s  ${file}: ${name}`,
  );
  return ['Slowest tests:', ...lines, ''];
}

/** Readers may have only the end of the output. */
function failedTests(results: readonly StepResult[]): string[] {
  const lines = results.flatMap(({ name: step, counts }) =>
    (counts.tests ?? []).flatMap(test => {
      if (test.failure === undefined) return [];
      const files = filesOf(step, test);
      const texts = files.filter(path => path.endsWith('.txt'));
      return [
        `  ${test.file}: ${test.name}`,
        ...indented(test.failure),
        ...texts.flatMap(path => indented(readFileSync(join(repository, path), 'utf8'))),
        ...files.map(path => `    ${path}`),
      ];
    }),
  );
  return lines.length === 0 ? [] : ['', 'Failed:', ...lines];
}

const maxLines = 25;

function indented(text: string): string[] {
  const lines = stripVTControlCharacters(text).trimEnd().split('\n');
  return lines.slice(0, maxLines).map(line => `      ${line.slice(0, 300)}`);
}

/** The screenshots and logs named after a test. */
function filesOf(step: string, { title }: TestResult): string[] {
  const folder = resultsFolderOf(step);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => isNamedAfter(parse(path).name, title))
    .map(path => relative(repository, join(folder, path)));
}

/** Characters that a file name can't contain are left out of it, or split it into folders. */
function isNamedAfter(fileName: string, title: string): boolean {
  const plain = (text: string) => text.replaceAll(/[^\w -]/g, '');
  return [title, title.slice(title.lastIndexOf('/') + 1)].some(
    name => plain(name) !== '' && plain(fileName).endsWith(plain(name)),
  );
}
