import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { areaText, shareText } from '../../../base/words/areaText.ts';
import { fixedText } from '../../../base/words/displayLanguage.ts';
import { utcText } from '../../../base/words/moment.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import {
  inStatusBar,
  showInformationMessage,
  showInputBox,
  showQuickPick,
} from '../../../platform/dialogs/window.ts';
import { isOrderDocument } from '../../../platform/documents/swathDocuments.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { filterTexts, isHidden } from '../../images/rules/index.ts';
import { type Catalog, findTargetImage, readListFilters } from '../../images/index.ts';
import { areaWork } from '../areaWork.ts';
import type { SimplifyEffect } from '../rules/edits/aoiSimplify.ts';
import type { AreaClip, ClipParts } from '../rules/edits/areaClip.ts';
import type { AreaHere } from '../rules/text/areaHere.ts';
import { activePolygon, editDocument } from './aoiDocument.ts';
import { nothingToFixText } from './words.ts';

type Source = Pick<Catalog, 'current' | 'estimates' | 'visible'>;

/** Number of images to compare with the area: the selected ones, then the first ones of the search. */
const comparedImages = { max: 500, fewest: 20 };
/** Total number of positions to compare, which takes seconds. Areas with many positions get fewer images. */
const comparedPositions = 2_000_000;

/**
 * Clips a polygon to the part that an image of the search covers.
 *
 * @param argument where the polygon is, and perhaps `imageId`; without it, asks for the image
 */
export async function clipArea(catalog: Source, argument: unknown): Promise<void> {
  const { document, area } = await activePolygon(argument);
  const image = findTargetImage(catalog, argument) ?? (await chooseImage(document.getText(), area, catalog));
  if (!image) return;
  const first = await areaWork.run('clipArea', document.getText(), area.path, image.footprint, 'largest');
  const parts = await chooseParts(first, isOrderDocument(document));
  if (!parts) return;
  let made: AreaClip = first;
  const isChanged = await editDocument(document, async text => {
    made = await areaWork.run('clipArea', text, area.path, image.footprint, parts);
    return made.kind === 'edits' ? made.edits : [];
  });
  tell(made, isChanged);
}

/** An order can contain only one polygon. */
async function chooseParts(clip: AreaClip, isOrder: boolean): Promise<ClipParts | undefined> {
  if (clip.kind !== 'edits' || clip.parts === 1 || isOrder) return 'largest';
  const items: (vscode.QuickPickItem & { parts: ClipParts })[] = [
    {
      label: l10n.t('Keep Largest Part'),
      description: areaText(clip.areaKm2),
      parts: 'largest',
    },
    { label: l10n.t('Keep All {0} Parts', clip.parts), description: 'MultiPolygon', parts: 'all' },
  ];
  const title = l10n.t('The image covers {0} parts of the area', clip.parts);
  return (await showQuickPick(items, { title, ignoreFocusOut: true }))?.parts;
}

function tell(made: AreaClip, isChanged: boolean): void {
  switch (made.kind) {
    case 'covered':
      void showInformationMessage(l10n.t('The image covers the whole area. There is nothing to clip.'));
      return;
    case 'refused':
      throw new UserError(made.reason);
    case 'edits':
      if (!isChanged) return;
      void showInformationMessage(
        l10n.t('Clipped the area to {0}, {1} of it.', areaText(made.areaKm2), shareText(made.share)),
      );
  }
}

interface Candidate {
  image: Image;
  isChosen: boolean;
  /** Covered share, 0 to 1. */
  share: number;
}

/** `undefined` when the user cancels. Throws {@link UserError} if no image can clip the area. */
async function chooseImage(text: string, area: AreaHere, catalog: Source): Promise<Image | undefined> {
  const { candidates, hidden } = await candidatesFor(text, area, catalog);
  const useful = candidates.filter(({ isChosen, share }) => share > 0 && (isChosen || share < 1));
  if (useful.length === 0) {
    const none = l10n.t('No loaded image covers only part of the area.');
    throw new UserError([none, hidden].filter(Boolean).join(' · '));
  }
  const title = l10n.t("Clip to which image's footprint?");
  const options = { title, placeHolder: hidden, matchOnDescription: true, ignoreFocusOut: true };
  return (await showQuickPick(useful.map(toItem), options))?.image;
}

async function candidatesFor(
  text: string,
  area: AreaHere,
  catalog: Source,
): Promise<{ candidates: Candidate[]; hidden: string | undefined }> {
  const { images, selected } = catalog.current.peek();
  const byId = new Map(images.map(image => [image.id, image]));
  const chosen = selected.flatMap(id => byId.get(id) ?? []);
  const filters = readListFilters(catalog);
  const unselected = images.filter(({ id }) => !selected.includes(id));
  const others = unselected.filter(image => !isHidden(image, filters, undefined));
  const affordable = Math.floor(comparedPositions / area.positions);
  const maxCompared = Math.max(comparedImages.fewest, Math.min(comparedImages.max, affordable));
  const compared = [...chosen, ...others].slice(0, maxCompared);
  const shares = await inStatusBar(l10n.t('Comparing…'), () =>
    areaWork.run(
      'footprintShares',
      text,
      area.path,
      compared.map(({ footprint }) => footprint),
    ),
  );
  const candidates = compared.map((image, index) => ({
    image,
    isChosen: index < chosen.length,
    share: shares[index] ?? 0,
  }));
  const count = unselected.length - others.length;
  const hidden =
    count === 0 ? undefined : l10n.t('hidden: {0} ({1})', count, filterTexts(filters).join(', '));
  return { candidates, hidden };
}

function toItem({ image, isChosen, share }: Candidate) {
  const { acquisitionDate, constellation, id } = image;
  const parts = [
    constellation,
    l10n.t('covers {0}', shareText(share)),
    isChosen ? l10n.t('selected on the map') : undefined,
  ];
  return {
    label: acquisitionDate === undefined ? id : utcText(acquisitionDate),
    description: parts.filter(part => part !== undefined).join(' · '),
    image,
  };
}

/** For larger polygons, the effect isn't previewed while the number is typed. In characters. */
const longestPreviewed = 2_000_000;
/** Limits of services, or readable sizes. The first one below the current number of positions is suggested. */
const usualSizes = [500, 100, 50, 20];

/** Simplifies a polygon to a number of positions that the user enters, keeping those that define its shape. */
export async function simplifyArea(argument: unknown): Promise<void> {
  const { document, area } = await activePolygon(argument);
  const { path, positions, rings } = area;
  const fewest = 4 * rings;
  if (positions <= fewest) {
    throw new UserError(nothingToFixText());
  }
  const typed = await showInputBox({
    prompt: l10n.t('It has {0} positions. Maximum number of positions?', positions),
    value: String(usualSizes.find(size => size < positions && size >= fewest) ?? fewest),
    validateInput: text => validate(text, area, geometryText(document.getText(), area)),
  });
  if (typed === undefined) return;
  const max = Number(typed);
  const isChanged = await editDocument(document, text =>
    areaWork.run('fixAt', text, path, { kind: 'simplify', positions: max }),
  );
  if (!isChanged) {
    void showInformationMessage(crossesText());
  }
}

/** `undefined` if the effect takes long to compute. */
function geometryText(text: string, { geometry }: AreaHere): string | undefined {
  if (geometry.length > longestPreviewed) return undefined;
  return text.slice(geometry.offset, geometry.offset + geometry.length);
}

async function validate(
  typed: string,
  { positions, rings }: AreaHere,
  text: string | undefined,
): Promise<string | vscode.InputBoxValidationMessage | undefined> {
  const max = /^\s*\d+\s*$/.test(typed) ? Number(typed) : NaN;
  const fewest = 4 * rings;
  if (!(max >= fewest && max < positions)) {
    return l10n.t('Enter a whole number from {0} to {1}.', fewest, positions - 1);
  }
  if (text === undefined) return undefined;
  const effect = await areaWork.run('simplifyEffect', text, max);
  if (!effect) return crossesText();
  return { message: effectText(effect), severity: vscode.InputBoxValidationSeverity.Info };
}

function crossesText(): string {
  return l10n.t('The outline would cross itself. Use more positions.');
}

function effectText({ positions, movedMeters, areaChange }: SimplifyEffect): string {
  const percent = Number((areaChange * 100).toPrecision(2));
  return l10n.t(
    '{0} positions. The outline moves by up to {1} m, and the area changes by {2} %.',
    positions,
    movedMeters < 10 ? fixedText(movedMeters, 1) : Math.round(movedMeters),
    percent > 0 ? `+${percent}` : percent,
  );
}
