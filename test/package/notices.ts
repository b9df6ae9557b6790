import { join } from 'node:path';
import { repository } from '../editor/repository.ts';
import type { ShippedPart } from './shippedParts.ts';

export const noticesFile = join(repository, 'THIRD-PARTY-NOTICES.txt');

/** The parts of Swath by others, with the texts of their licenses. */
export function notices(parts: readonly ShippedPart[]): string {
  const head =
    'Swath contains the packages and data below, or parts of them, under the licenses that follow each name.\n' +
    'Written by `npm run licenses`.\n';
  return [head, ...parts.map(noticeOf)].join(`\n${'-'.repeat(80)}\n\n`);
}

function noticeOf({ name, version, license, homepage, text }: ShippedPart): string {
  const title = [name, version, `(${license})`].filter(word => word !== undefined).join(' ');
  return `${[title, ...(homepage === undefined ? [] : [homepage])].join('\n')}\n\n${text}\n`;
}
