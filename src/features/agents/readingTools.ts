/** The read-only tools: they search images, measure their coverage, and list the analytics. */
import * as l10n from '@vscode/l10n';
import { itemAt } from '../../base/itemAt.ts';
import { areaText, shareText } from '../../base/words/areaText.ts';
import { numberText } from '../../base/words/displayLanguage.ts';
import { isoDay } from '../../base/words/moment.ts';
import { imagesNeeded } from '../../service/rules/analyticOrder.ts';
import type { Image } from '../../service/rules/imagery.ts';
import type { SearchCriteria } from '../../service/rules/searchCriteria.ts';
import { isCap, searchLimits } from '../../service/rules/searchQuery.ts';
import { runCommand } from '../../platform/host/commands.ts';
import { UserError } from '../../platform/host/userError.ts';
import { listedExtent } from '../../platform/rows/row.ts';
import {
  criteriaOn,
  factNamed,
  factNames,
  factValue,
  loadFigures,
  readSearchFile,
  type SavedSearch,
  withFacts,
} from '../images/rules/index.ts';
import { answerFeatures, areaNote, linkTo } from './answerMaps.ts';
import type { ReadingClient } from './foundImages.ts';
import { answerPage, type AnswerPicture, listLacks, type ToolAnswer } from './toolAnswer.ts';
import { requireToolArea, type ToolArea, toolArea } from './toolArea.ts';
import type { ToolDesk } from './toolDesk.ts';
import { correctInputText } from './toolFailure.ts';
import type { ToolInput } from './toolInputs.ts';

const usualLimit = 20;

/** Searches the catalog, and returns for each image what a choice depends on. */
export async function searchImages(
  desk: ToolDesk,
  input: ToolInput<'swath_searchImages'>,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const {
    file,
    area: areaName,
    polygon,
    limit = usualLimit,
    page = 1,
    quicklooks = 0,
    showOnMap = false,
    ...rest
  } = input;
  if (showOnMap && page > 1)
    throw new UserError(l10n.t('The map shows all pages. Leave out "page" or "showOnMap".'));
  const area = await toolArea({ file, area: areaName, polygon });
  const search = checked({ ...rest, aoi: area?.polygon });
  const criteria = criteriaOn(search, isoDay(desk.catalog.clock.now()));
  const client = await desk.client();
  const readAt = new Date().toISOString();
  const { images, total, isMore, ...extent } = showOnMap
    ? await searchOnMap(desk, criteria, area, limit)
    : await searchPage(client, criteria, page, limit, signal);
  const returned = images.slice(0, limit);
  desk.found.remember(returned);
  const shares = area && (await loadFigures()).figures.measureShares(area.polygon, returned);
  const pictured = returned.slice(0, quicklooks);
  const pictures = await readQuicklooks(desk, pictured, signal);
  const withoutQuicklook = pictured
    .map(({ id }) => id)
    .filter(id => !pictures.some(({ imageId }) => imageId === id));
  return {
    pictures,
    result: {
      total: total !== undefined && isCap(total) ? `${total} or more` : (total ?? 'not told'),
      page,
      nextPage: isMore ? page + 1 : undefined,
      area: area?.name,
      areaKm2: area && roundedFigure(area.areaKm2),
      readAt,
      ...listLacks({ ...extent, total, count: images.length }),
      withoutQuicklook: withoutQuicklook.length > 0 ? withoutQuicklook : undefined,
      images: described(returned, shares),
    },
    map: {
      title: imagesTitle(returned.length, total),
      notes: area ? [areaNote(area)] : [],
      readAt,
      area,
      features: answerFeatures(returned, shares),
      link: linkTo({ kind: 'search', search: { ...search, areaName: area?.name } }),
    },
  };
}

function imagesTitle(count: number, total: number | undefined): string {
  if (total === undefined) return l10n.t('{0} images', numberText(count));
  return l10n.t('{0} of {1} images', numberText(count), `${numberText(total)}${isCap(total) ? '+' : ''}`);
}

/** Throws {@link UserError} with the first invalid criterion. */
function checked(criteria: object): SavedSearch {
  const reading = readSearchFile(criteria);
  switch (reading.kind) {
    case 'search':
      return reading.search;
    case 'problems':
      throw new UserError([...reading.problems.map(({ message }) => message), correctInputText()].join(' '));
  }
}

async function searchOnMap(
  { catalog }: ToolDesk,
  { aoi, ...filters }: SearchCriteria,
  area: ToolArea | undefined,
  limit: number,
) {
  if (aoi && !area?.source) {
    throw new UserError(
      l10n.t('The map shows areas from documents. Write the polygon to a GeoJSON file, and pass that.'),
    );
  }
  const searching = catalog.search({ aoi: area?.source ?? 'none', filters });
  const { searchId } = catalog.current.peek();
  await runCommand('swath.openMap', ...(area ? [{ show: 'aoi' }] : []));
  await searching;
  const { phase, images, total, hasMore, unreadable, incomplete, searchId: shownId } = catalog.current.peek();
  if (phase.kind === 'failed') throw phase.error;
  // After Cancel, the map shows the images of the previous search again.
  if (phase.kind !== 'done' || shownId !== searchId)
    throw new UserError(
      l10n.t(
        'The user canceled or replaced the search on the map. Ask before you search there again, or leave out "showOnMap".',
      ),
    );
  const isWhole = incomplete === undefined;
  return { images, total, isMore: hasMore || images.length > limit, unreadable, isWhole };
}

async function searchPage(
  client: ReadingClient,
  criteria: SearchCriteria,
  page: number,
  limit: number,
  signal: AbortSignal,
) {
  const found = await client.search(criteria, page, limit, signal);
  const { images, total, received, hasMore, unreadable = [] } = found;
  const before = (page - 1) * limit;
  // Otherwise the pages are smaller than requested, also those before.
  const isAsRequested = received === Math.min(limit, (total ?? Infinity) - before);
  const seen = isAsRequested ? before + received : page * received;
  const isOpen = received > 0 && (total === undefined || seen < total);
  const isMore = hasMore ?? (isOpen && (page + 1) * limit <= searchLimits.reachable);
  return { images, total, isMore, unreadable: unreadable.length };
}

/** Those that can be had. */
async function readQuicklooks(
  desk: ToolDesk,
  images: readonly Image[],
  signal: AbortSignal,
): Promise<AnswerPicture[]> {
  const requested = await Promise.allSettled(
    images.map(async image => ({ imageId: image.id, ...(await desk.quicklook(image, signal)) })),
  );
  return requested.flatMap(picture => (picture.status === 'fulfilled' ? [picture.value] : []));
}

const agentFacts = factNames.filter(name => factNamed(name).agents !== 'not told');

/** Without links: pictures and files are for the user to open. */
function described(images: readonly Image[], shares: readonly number[] | undefined): object[] {
  return images.map(withFacts).map((image, index) => ({
    id: image.id,
    ...Object.fromEntries(agentFacts.map(name => [name, factValue(name, image)])),
    shareOfAreaCovered: shares ? roundedFigure(itemAt(shares, index)) : undefined,
  }));
}

/** Measures what images cover of an AOI: each on its own, and all together. */
export async function measureCoverage(
  desk: ToolDesk,
  { imageIds, ...input }: ToolInput<'swath_measureCoverage'>,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const area = await requireToolArea(input);
  const { name, polygon, areaKm2 } = area;
  const readAt = new Date().toISOString();
  const images = await desk.found.byIds(imageIds, await desk.client(), polygon, signal);
  const footprints = images.map(({ footprint }) => footprint);
  const { figures } = await loadFigures();
  const shares = figures.measureShares(polygon, images);
  const { share } = figures.footprintCover(polygon, footprints);
  return {
    result: {
      area: name,
      areaKm2: roundedFigure(areaKm2),
      shareCoveredTogether: roundedFigure(share),
      leftKm2: roundedFigure((1 - share) * areaKm2),
      measuredAt: readAt,
      images: images.map(({ id }, index) => ({
        id,
        shareOfAreaCovered: roundedFigure(itemAt(shares, index)),
      })),
    },
    map: {
      title: l10n.t('{0} covered', shareText(share)),
      notes: [areaNote(area), l10n.t('{0} left', areaText((1 - share) * areaKm2))],
      readAt,
      area,
      features: answerFeatures(images, shares),
      link: linkTo({ kind: 'area', name, polygon }),
    },
  };
}

/** The images that the user keeps, as of the last search that found each. */
export async function listShortlist(
  desk: ToolDesk,
  { limit = usualLimit, page = 1, ...input }: ToolInput<'swath_listShortlist'>,
): Promise<ToolAnswer> {
  const area = await toolArea(input);
  // Throws while signed out.
  await desk.client();
  const pins = (await desk.shortlist()).pins.peek();
  const from = (page - 1) * limit;
  const returned = pins.slice(from, from + limit);
  const images = returned.map(({ image }) => image);
  desk.found.remember(images);
  const shares = area && (await loadFigures()).figures.measureShares(area.polygon, images);
  return {
    result: {
      total: pins.length,
      ...answerPage(page, from + returned.length, pins.length),
      area: area?.name,
      areaKm2: area && roundedFigure(area.areaKm2),
      images: described(images, shares).map((image, index) => ({ ...image, note: returned[index]?.note })),
    },
    map: {
      title: imagesTitle(images.length, pins.length),
      notes: [l10n.t('Shortlist'), ...(area ? [areaNote(area)] : [])],
      area,
      features: answerFeatures(images, shares),
    },
  };
}

/** The service's analytics, with the parameters of each. */
export async function listAnalytics(
  desk: ToolDesk,
  _input: ToolInput<'swath_listAnalytics'>,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const readAt = new Date().toISOString();
  const analytics = await (await desk.client()).analytics(signal);
  return {
    result: {
      total: analytics.length,
      readAt,
      ...listLacks(listedExtent(analytics)),
      analytics: analytics.map(({ code, name, type, sensor, description }) => ({
        code,
        name,
        type,
        images: imagesNeeded(type) ?? 'not told',
        constellations: sensor.length > 0 ? sensor : 'not told',
        description,
      })),
    },
  };
}

/** Shares, and areas in km², to four decimal places: the precision that is useful to a model. */
function roundedFigure(value: number): number {
  return Number(value.toFixed(4));
}
