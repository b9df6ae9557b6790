import * as l10n from '@vscode/l10n';
import type { Image } from '../model/images/imagery.ts';
import { criteriaOn, readSearchFile } from '../model/images/searchFile.ts';
import { isCap, type SearchCriteria } from '../model/images/searchQuery.ts';
import { isoDay } from '../model/words/moment.ts';
import { runCommand } from '../editor/commands.ts';
import { UserError } from '../editor/userError.ts';
import { rounded } from './rounded.ts';
import { toolArea, type ToolArea } from './toolArea.ts';
import type { ToolDesk } from './toolDesk.ts';
import type { ToolInput } from './toolInputs.ts';
import { itemAt } from '../model/itemAt.ts';

const usualLimit = 20;

/** Searches the catalogue, and tells of each image what a choice depends on. */
export async function searchImages(
  desk: ToolDesk,
  input: ToolInput<'swath_searchImages'>,
  signal: AbortSignal,
): Promise<object> {
  const { file, area: areaName, polygon, limit = usualLimit, showOnMap = false, ...rest } = input;
  const area = await toolArea({
    ...(file === undefined ? {} : { file }),
    ...(areaName === undefined ? {} : { area: areaName }),
    ...(polygon ? { polygon } : {}),
  });
  const criteria = checked({ ...rest, ...(area ? { aoi: area.polygon } : {}) });
  const client = await desk.client();
  const { images, total } = showOnMap
    ? await searchOnMap(desk, criteria, area)
    : await client.search(criteria, 1, limit, signal);
  const told = images.slice(0, limit);
  desk.found.remember(told);
  return {
    total: total !== undefined && isCap(total) ? `${total} or more` : (total ?? 'not told'),
    ...(area ? { area: area.name, areaKm2: rounded(area.areaKm2) } : {}),
    images: await described(told, area),
  };
}

/** Throws {@link UserError} with the first criterion that is wrong. */
function checked(criteria: object): SearchCriteria {
  const reading = readSearchFile(criteria);
  switch (reading.kind) {
    case 'search':
      return criteriaOn(reading.search, isoDay(Date.now()));
    case 'problems':
      throw new UserError(reading.problems.map(({ message }) => message).join(' '));
  }
}

async function searchOnMap(
  { catalog }: ToolDesk,
  { aoi, ...filters }: SearchCriteria,
  area: ToolArea | undefined,
) {
  if (aoi && !area?.source) {
    throw new UserError(
      l10n.t('The map shows areas of documents: write the polygon into a GeoJSON file, and name that.'),
    );
  }
  const searching = catalog.search({ aoi: area?.source ?? 'none', filters });
  await runCommand('swath.openMap', ...(area ? [{ show: 'aoi' }] : []));
  await searching;
  const { phase, images, total } = catalog.current.peek();
  if (phase.kind === 'failed') throw phase.error;
  return { images, total };
}

/** Without links: pictures and files are the user's to open. */
async function described(images: readonly Image[], area: ToolArea | undefined): Promise<object[]> {
  const shares = area ? await sharesOf(area, images) : undefined;
  return images.map((image, index) => ({
    id: image.id,
    acquisitionDate: image.acquisitionDate,
    constellation: image.constellation,
    processingLevel: image.processingLevel,
    productType: image.productType,
    cloudCover: image.cloudCover,
    snowCover: image.snowCover,
    incidenceAngle: image.incidenceAngle,
    resolution: image.resolution,
    ...(shares ? { shareOfAreaCovered: rounded(itemAt(shares, index)) } : {}),
  }));
}

async function sharesOf({ polygon }: ToolArea, images: readonly Image[]): Promise<number[]> {
  const { figures } = await import('../model/images/figures.ts');
  return figures.coveredShares(
    polygon,
    images.map(({ footprint }) => footprint),
  );
}
