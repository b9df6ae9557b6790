import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import type { Image } from '../../model/images/imagery.ts';
import { areaText } from '../../model/words/areaText.ts';
import { dayText } from '../../model/words/momentText.ts';
import { shareText } from '../../model/words/shareText.ts';
import type { BatchArea, LeftOut } from './batchAreas.ts';
import { leftOutLines, markdownDocument } from '../../editor/markdownDocument.ts';
import { markdownTable } from '../../model/words/plainMarkdown.ts';

export interface WrittenOrder {
  area: BatchArea;
  path: string;
  title: string;
  images: readonly Image[];
  /** Of the area, that the images cover, 0 to 1. */
  share: number;
  /** What speaks against ordering it as it is, or should be known. */
  note: string;
}

/**
 * What was drafted for the areas of a document.
 *
 * @param name of the document
 */
export function batchSummary(
  name: string,
  folder: string,
  written: readonly WrittenOrder[],
  leftOut: readonly LeftOut[],
): string {
  const rows = written.map(({ area, path, images, share, note }) => [
    area.name,
    areaText(area.areaKm2),
    basename(path),
    images.map(imageText).join('; '),
    shareText(share),
    note,
  ]);
  const isEmpty = written.length === 0;
  return markdownDocument(
    l10n.t('Orders for {0}', name),
    l10n.t(
      'Drafted: {0}. Left out: {1}. Nothing is priced and nothing is ordered yet.',
      written.length,
      leftOut.length,
    ),
    isEmpty ? '' : l10n.t('Folder: {0}', folder),
    isEmpty
      ? ''
      : markdownTable(
          [
            l10n.t('Area'),
            l10n.t('Size'),
            l10n.t('File'),
            l10n.t('Images'),
            l10n.t('Covered'),
            l10n.t('Note'),
          ],
          rows,
        ),
    isEmpty
      ? ''
      : l10n.t(
          'Next: press the button of the notice, or choose the files in the Explorer and run Price Orders… there. Place Orders… orders those that you leave chosen.',
        ),
    leftOutLines(
      l10n.t('Area'),
      leftOut.map(({ name: area, why }) => [area, why] as const),
    ),
  );
}

/** `PHR 2025-03-01, 4 % cloud`. */
function imageText({ constellation, acquisitionDate, cloudCover, id }: Image): string {
  const date = acquisitionDate === undefined ? id : dayText(acquisitionDate);
  const named = [constellation, date].filter(Boolean).join(' ');
  return cloudCover === undefined ? named : l10n.t('{0}, {1} % cloud', named, Math.round(cloudCover));
}
