import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { repository } from '../editor/repository.ts';

type Step = { uses?: string; run?: string; with?: Record<string, unknown> };
type Job = {
  'timeout-minutes'?: number;
  environment?: string;
  needs?: string | string[];
  permissions?: Record<string, string>;
  steps: Step[];
  strategy?: { matrix: { vscode?: string[] } };
};
type Workflow = { permissions?: unknown; concurrency?: unknown; jobs: Record<string, Job> };

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const readJson = (path: string) => JSON.parse(read(path)) as unknown;
const folder = '.github/workflows';
const texts = readdirSync(join(repository, folder)).map(name => [name, read(`${folder}/${name}`)] as const);
const workflows = new Map(texts.map(([name, text]) => [name, load(text) as Workflow]));
const jobs = [...workflows].flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${file} ${name}`, job })),
);
const manifest = readJson('package.json') as {
  engines: { vscode: string };
  scripts: Record<string, string>;
};

describe('the workflows', () => {
  it('use actions by their full commit hash, with the version beside it', () => {
    const used = texts.flatMap(([, text]) => [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action));
    expect(used.length).toBeGreaterThan(10);
    expect(
      used.filter(action => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? '')),
    ).toEqual([]);
    expect(new Set(used.map(action => action?.split('@')[0])).size).toBe(new Set(used).size);
  });

  it('may only read, except the jobs that attest, publish and release', () => {
    for (const { permissions } of workflows.values()) expect(permissions).toEqual({ contents: 'read' });
    const more = jobs.flatMap(({ name, job }) =>
      Object.entries(job.permissions ?? {})
        .filter(([, level]) => level !== 'read')
        .map(([permission]) => `${name}: ${permission}`),
    );
    expect(more.sort()).toEqual([
      'nightly.yml publish: id-token',
      'release.yml attest: attestations',
      'release.yml attest: id-token',
      'release.yml publish: id-token',
      'release.yml release: contents',
    ]);
    expect(texts.filter(([, text]) => text.includes('secrets.'))).toEqual([]);
    // A name of a branch or a title in an expression would be run as a part of the command.
    const commands = jobs.flatMap(({ job }) => job.steps.map(({ run }) => run ?? ''));
    expect(commands.filter(run => run.includes('${{'))).toEqual([]);
  });

  it('publish only after all tests, in an environment, with tools that are locked', () => {
    const before = (file: string, name: string): string[] =>
      [workflows.get(file)?.jobs[name]?.needs ?? []].flat().flatMap(need => [need, ...before(file, need)]);
    for (const file of ['nightly.yml', 'release.yml']) {
      expect(before(file, 'publish')).toEqual(expect.arrayContaining(['test', 'package']));
      expect(workflows.get(file)?.jobs.publish?.environment).toMatch(/^(?:nightly|release)$/);
    }
    const versions = (path: string) =>
      (readJson(path) as { packages: Record<string, { version?: string }> }).packages;
    const tool = 'node_modules/@vscode/vsce';
    expect(versions('.github/publish/package-lock.json')[tool]?.version).toBe(
      versions('package-lock.json')[tool]?.version,
    );
  });

  it('end, replace or wait for each other, and keep no credentials in the clone', () => {
    for (const { concurrency } of workflows.values()) expect(concurrency).toHaveProperty('group');
    expect(jobs.filter(({ job }) => job['timeout-minutes'] === undefined)).toEqual([]);
    const clones = jobs.flatMap(({ job }) =>
      job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')),
    );
    expect(clones.filter(step => step.with?.['persist-credentials'] !== false)).toEqual([]);
  });

  it('run scripts that exist, and the oldest editor that the manifest names', () => {
    const scripts = texts.flatMap(([, text]) =>
      [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name),
    );
    expect(new Set(scripts)).toEqual(new Set(['package', 'test:desktop', 'test:full']));
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
    const steps = texts.flatMap(([, text]) =>
      [...text.matchAll(/npm test -- ([\w ]+)/g)].map(([, names]) => names),
    );
    const known = read('test/run.ts');
    for (const step of steps.join(' ').split(' ')) expect(known).toMatch(`'${step}'`);
    const [floor] = workflows.get('ci.yml')?.jobs.desktop?.strategy?.matrix.vscode ?? [];
    expect(manifest.engines.vscode).toBe(`^${floor}`);
  });
});
