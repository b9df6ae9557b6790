import { glob, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';

/** Failures caused by an unreliable service, as Swath writes them to its log. */
const expected =
  /\[error\] (?:network|timeout|server|rateLimited|shape|denied|suspended|invalid|notFound|aborted): /;

/**
 * From VS Code itself, unrelated to an extension. Canceled requests belong to a closing window; for tree views, VS Code
 * logs the name of the view.
 */
const ofTheEditor =
  /\[error\] (?:Error: Canceled|Unable to refresh tree view [\w.]+: Canceled|CodeExpectedError|Error: EEXIST: .*vscode\.lock|\[vscode\.|Error: Channel has been closed)/;

export async function problemsInLogs(folder: string, secrets: ReadonlySet<string>): Promise<string[]> {
  const problems: string[] = [];
  for await (const file of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    const text = await readFile(path, 'utf8');
    const forms = [...secrets].flatMap(secret => [secret, encodeURIComponent(secret)]);
    if (forms.some(form => text.includes(form))) problems.push(`A key or a token is in ${path}.`);
    problems.push(...badLines(path, text).map(line => `${relative(folder, path)}: ${line}`));
  }
  return problems;
}

function badLines(path: string, text: string): string[] {
  const isOwn = path.includes('swath.swath');
  const isHost = basename(path) === 'remoteexthost.log';
  return text.split('\n').flatMap(line => {
    const isRejection = /unhandled|rejected promise not handled/i.test(line);
    const isBad = isOwn
      ? line.includes('[error]') && !expected.test(line)
      : isHost && (isRejection || (line.includes('[error]') && !ofTheEditor.test(line)));
    return isBad ? [line.slice(0, 400)] : [];
  });
}
