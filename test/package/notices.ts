import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../editor/repository.ts';
import { bundledPackages, pathOf } from './bundledPackages.ts';
import { licenceTexts } from './licenceTexts.ts';

export const noticesFile = join(repository, 'THIRD-PARTY-NOTICES.txt');

interface Manifest {
  name: string;
  version: string;
  license?: string;
  homepage?: string;
  author?: string | { name: string };
}

/** Every third-party package that is part of Swath, with the text of its license. Throws if one is missing. */
export async function notices(): Promise<string> {
  const parts = (await bundledPackages()).map(noticeOf);
  const head =
    'Swath contains parts of the packages below, under the licences that follow each name.\n' +
    'Written by `npm run licenses`.\n';
  return [head, places, ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}

/** Of `media/places.txt`; see writePlaces.mjs. */
const places = `GeoNames, names and locations of cities (Creative Commons Attribution 4.0)
https://www.geonames.org/
https://creativecommons.org/licenses/by/4.0/

Shortened: the largest cities and all capitals, without population.
`;

function noticeOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(pathOf(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license = 'unknown licence', homepage } = manifest;
  const files = readdirSync(pathOf(folder, '')).filter(file =>
    /^(?:licen[cs]e|copying|notices?)\b/i.test(file),
  );
  const texts = files.sort().map(file => readFileSync(pathOf(folder, file), 'utf8'));
  if (!files.some(file => /^(?:licen[cs]e|copying)/i.test(file))) texts.unshift(textWithoutFile(manifest));
  const lines = [`${name} ${version} (${license})`, ...(homepage === undefined ? [] : [homepage])];
  return `${lines.join('\n')}\n\n${texts.map(tidy).join('\n\n')}\n`;
}

function textWithoutFile({ name, license, author }: Manifest): string {
  const text = licenceTexts[license ?? ''];
  if (!text) throw new Error(`${name} (${license}) has no text of its licence: add one to licenceTexts.ts.`);
  return text((typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`);
}

/** Makes the text the same on every machine. */
function tidy(text: string): string {
  return text
    .replace(/^\u{feff}/u, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();
}
