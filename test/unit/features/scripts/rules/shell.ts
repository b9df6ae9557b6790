import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from '../../../tempFolder.ts';

const run = promisify(execFile);

/** The output of a script, and its exit code. */
export interface Ran {
  status: number;
  out: string;
  error: string;
}

/** Runs a text as if it were pasted into a shell. */
export async function runShell(
  shell: 'sh' | 'bash',
  script: string,
  env: Record<string, string> = {},
): Promise<Ran> {
  const { PATH = '' } = process.env;
  const options = { env: { PATH, HOME: '/home/nobody', ...env }, maxBuffer: 50_000_000 };
  return run(shell, ['-c', script], options).then(
    ({ stdout, stderr }) => ({ status: 0, out: stdout, error: stderr }),
    (failure: unknown) => {
      const { code, stdout, stderr } = failure as { code: number; stdout: string; stderr: string };
      return { status: code, out: stdout, error: stderr };
    },
  );
}

export interface FakeCurl {
  /** With the program's folder first. */
  path: string;
  /** Each call that was made, in order. */
  calls(): Promise<{ words: string[]; input: string; body: string }[]>;
}

/** A program `curl` that records its input and responds with a token, as written in JSON. */
export async function fakeCurl(token = 'the-token'): Promise<FakeCurl> {
  const folder = await tempFolder();
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const program = [
    '#!/bin/sh',
    `n=$(ls '${folder}' | grep -c words)`,
    `printf '%s\\0' "$@" > '${folder}'/words$n`,
    `case "$*" in *@-*|*'--config -'*) cat > '${folder}'/input$n;; *) : > '${folder}'/input$n;; esac`,
    `case "$*" in *@swath_body*) cat swath_body > '${folder}'/body$n;; *) : > '${folder}'/body$n;; esac`,
    `printf %s '{ "access_token" : "${token}", "expires_in": 60 }'`,
  ];
  await writeFile(join(bin, 'curl'), `${program.join('\n')}\n`);
  await chmod(join(bin, 'curl'), 0o700);
  return {
    path: `${bin}:${process.env.PATH ?? ''}`,
    async calls() {
      const found: { words: string[]; input: string; body: string }[] = [];
      for (let index = 0; ; index++) {
        const words = await readFile(join(folder, `words${index}`), 'utf8').catch(() => undefined);
        if (words === undefined) return found;
        const input = await readFile(join(folder, `input${index}`), 'utf8');
        const body = await readFile(join(folder, `body${index}`), 'utf8');
        found.push({ words: words.split('\0').slice(0, -1), input, body });
      }
    },
  };
}
