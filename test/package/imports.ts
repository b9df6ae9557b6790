import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { repository } from '../editor/repository.ts';

export interface CodeFile {
  /** Relative to the repository. */
  name: string;
  text: string;
}

/** Files of code, style and settings in a folder; '.' is only the folder itself. */
export function filesIn(folder: string): CodeFile[] {
  const names = readdirSync(join(repository, folder), { recursive: folder !== '.', encoding: 'utf8' });
  return names
    .map(name => join(folder, name).replaceAll('\\', '/'))
    .filter(name => /\.(?:[cm]?[jt]sx?|json|css)$/.test(name) && !name.startsWith('test/data/'))
    .map(name => ({ name, text: readFileSync(join(repository, name), 'utf8') }));
}

/** What files import from packages, such as `preact/hooks`, each with the first file that does. */
export function importsIn(files: readonly CodeFile[]): Map<string, string> {
  const imports = new Map<string, string>();
  for (const { name, text } of files) {
    if (!/\.[cm]?[jt]sx?$/.test(name)) continue;
    for (const specifier of specifiersIn(text))
      if (isOfPackage(specifier) && !imports.has(specifier)) imports.set(specifier, name);
  }
  return imports;
}

/** The name of the package that something is imported from. */
export function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function specifiersIn(text: string): string[] {
  const inCode = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  // The compiler lists none in comments.
  const inComments = text.matchAll(/@import .* from '([^']+)'|\bimport\('([^']+)'\)/g);
  return [...inCode, ...[...inComments].map(([, first, second]) => first ?? second ?? '')];
}

/** Texts in a test can look like imports. */
function isOfPackage(specifier: string): boolean {
  return (
    /^(?:@[a-z\d-]+\/)?[a-z\d][a-z\d.-]*(?:\/.+)?$/.test(specifier) && !builtinModules.includes(specifier)
  );
}
