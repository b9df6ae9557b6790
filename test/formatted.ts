import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { repository } from './editor/repository.ts';

/** The text of a file as `npm run format` writes it. */
export async function formatted(file: string, text: string): Promise<string> {
  const config = JSON.parse(await readFile(join(repository, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
  const { code, errors } = await format(file, text, config);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(' ')}`);
  return code;
}
