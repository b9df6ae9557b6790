/** The German texts: where they are stored, and the files generated from them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setLocale } from '../../src/base/words/displayLanguage.ts';
import { searchSchema } from '../../src/features/images/rules/searchSchema.ts';
import { orderSchema } from '../../src/features/orders/rules/orderSchema.ts';
import { repository } from '../editor/repository.ts';
import { formatted } from '../formatted.ts';

export type Texts = Readonly<Record<string, string>>;

/** The editor expects this name. */
export const bundleFile = 'media/l10n/bundle.l10n.de.json';

/** Texts that only occur in schemas, which the editor doesn't translate. */
export const schemaTextsFile = 'test/l10n/schemaTexts.de.json';

/** Files in German, each with its source file. The manifest names one or the other, depending on the language. */
export const madeFiles: Readonly<Record<string, string>> = {
  'media/schemas/geojson.schema.json': 'media/schemas/geojson.schema.de.json',
};

/** By the name of each in the manifest; written from a table, whose texts the code has. */
export const tableSchemas = {
  order: orderSchema,
  search: searchSchema,
} as const;

export function tableSchemaFiles(name: string): { english: string; german: string } {
  return { english: `media/schemas/${name}.schema.json`, german: `media/schemas/${name}.schema.de.json` };
}

/** Content of the files above, by their names. @param german the translations of the code's texts */
export async function makeTableSchemas(german: Texts): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  try {
    for (const [name, schema] of Object.entries(tableSchemas)) {
      const files = tableSchemaFiles(name);
      for (const [file, language, bundle] of [
        [files.english, 'en', undefined] as const,
        [files.german, 'de', german] as const,
      ]) {
        setLocale({ language, bundle });
        made[file] = await formatted(file, JSON.stringify(schema()));
      }
    }
    return made;
  } finally {
    setLocale({ language: 'en', bundle: undefined });
  }
}

export async function readTexts(file: string): Promise<Texts> {
  return JSON.parse(await readFile(join(repository, file), 'utf8')) as Texts;
}

export interface Made {
  /** Content of the file. */
  content: string;
  /** The English texts in it. */
  used: Set<string>;
  /** English texts without a German translation. */
  missing: string[];
}

/** The German counterpart of a schema. */
export async function makeGerman(file: string, texts: Texts): Promise<Made> {
  const english: unknown = JSON.parse(await readFile(join(repository, file), 'utf8'));
  const used = new Set<string>();
  const say = (text: string) => {
    used.add(text);
    return texts[text] ?? text;
  };
  const german = schemaIn(english, say);
  const content = await formatted(madeFiles[file] ?? file, JSON.stringify(german));
  return { content, used, missing: [...used].filter(text => texts[text] === undefined) };
}

type Say = (text: string) => string;

const translatedKeys: readonly string[] = ['title', 'description', 'label'];

/** Values that are inserted into a user's document or compared with it. */
const kept: readonly string[] = ['body', 'bodyText', 'default', 'enum', 'const', 'examples', 'required'];

function schemaIn(value: unknown, say: Say): unknown {
  if (Array.isArray(value)) return value.map(item => schemaIn(item, say));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      if (kept.includes(name)) return [name, member];
      if (translatedKeys.includes(name) && typeof member === 'string') return [name, say(member)];
      if (name === 'enumDescriptions') return [name, (member as string[]).map(say)];
      return [name, schemaIn(member, say)];
    }),
  );
}
