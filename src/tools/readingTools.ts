/** The read-only tools: they search images, measure their coverage, and list the analytics. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { checkAoi, withoutAltitude } from '../model/aoi/aoi.ts';
import { polygonAreaKm2 } from '../model/geometry/polygonArea.ts';
import type { Image } from '../model/images/imagery.ts';
import { criteriaOn, readSearchFile } from '../model/images/searchFile.ts';
import { isCap, type SearchCriteria } from '../model/images/searchQuery.ts';
import { itemAt } from '../model/itemAt.ts';
import { imagesNeeded } from '../model/order/analyticOrder.ts';
import { isoDay } from '../model/words/moment.ts';
import { geojsonWork } from '../editor/documents/geojsonWork.ts';
import { runCommand } from '../editor/host/commands.ts';
import { UserError } from '../editor/host/userError.ts';
import type { AoiSource } from '../images/catalog.ts';
import { aoiSourceOf } from '../areas/ui/aoiDocument.ts';
import type { ToolDesk } from './toolDesk.ts';
import { toolDocument } from './toolDocument.ts';
import { correctInputText } from './toolFailure.ts';
import type { AreaInput, ToolInput } from './toolInputs.ts';

const usualLimit = 20;

/** Searches the catalog, and returns for each image what a choice depends on. */
export async function searchImages(
  desk: ToolDesk,
  input: ToolInput<'swath_searchImages'>,
  signal: AbortSignal,
): Promise<object> {
  const { file, area: areaName, polygon, limit = usualLimit, showOnMap = false, ...rest } = input;
  const area = await toolArea({ file, area: areaName, polygon });
  const criteria = checked({ ...rest, ...(area ? { aoi: area.polygon } : {}) });
  const client = await desk.client();
  const { images, total } = showOnMap
    ? await searchOnMap(desk, criteria, area)
    : await client.search(criteria, 1, limit, signal);
  const returned = images.slice(0, limit);
  desk.found.remember(returned);
  return {
    total: total !== undefined && isCap(total) ? `${total} or more` : (total ?? 'not told'),
    ...(area ? { area: area.name, areaKm2: rounded(area.areaKm2) } : {}),
    images: await described(returned, area),
  };
}

/** Throws {@link UserError} with the first invalid criterion. */
function checked(criteria: object): SearchCriteria {
  const reading = readSearchFile(criteria);
  switch (reading.kind) {
    case 'search':
      return criteriaOn(reading.search, isoDay(Date.now()));
    case 'problems':
      throw new UserError([...reading.problems.map(({ message }) => message), correctInputText()].join(' '));
  }
}

async function searchOnMap(
  { catalog }: ToolDesk,
  { aoi, ...filters }: SearchCriteria,
  area: ToolArea | undefined,
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
  const { phase, images, total, searchId: shownId } = catalog.current.peek();
  if (phase.kind === 'failed') throw phase.error;
  // After Cancel, the map shows the images of the previous search again.
  if (phase.kind !== 'done' || shownId !== searchId)
    throw new UserError(
      l10n.t(
        'The user canceled or replaced the search on the map. Ask before you search there again, or leave out "showOnMap".',
      ),
    );
  return { images, total };
}

/** Without links: pictures and files are for the user to open. */
async function described(images: readonly Image[], area: ToolArea | undefined): Promise<object[]> {
  const { figures } = await import('../model/images/figures.ts');
  const footprints = images.map(({ footprint }) => footprint);
  const shares = area && figures.coveredShares(area.polygon, footprints);
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

/** Measures on the sphere what images cover of an AOI: each on its own, and all together. */
export async function measureCoverage(
  desk: ToolDesk,
  { imageIds, ...input }: ToolInput<'swath_measureCoverage'>,
  signal: AbortSignal,
): Promise<object> {
  const { name, polygon, areaKm2 } = await requireToolArea(input);
  const images = await desk.found.byIds(imageIds, await desk.client(), signal);
  const footprints = images.map(({ footprint }) => footprint);
  const { figures } = await import('../model/images/figures.ts');
  const shares = figures.coveredShares(polygon, footprints);
  const { share } = figures.coverOf(polygon, footprints);
  return {
    area: name,
    areaKm2: rounded(areaKm2),
    shareCoveredTogether: rounded(share),
    leftKm2: rounded((1 - share) * areaKm2),
    images: images.map(({ id }, index) => ({ id, shareOfAreaCovered: rounded(itemAt(shares, index)) })),
  };
}

/** The service's analytics, with the parameters of each. */
export async function listAnalytics(
  desk: ToolDesk,
  _input: ToolInput<'swath_listAnalytics'>,
  signal: AbortSignal,
): Promise<object> {
  const analytics = await (await desk.client()).analytics(signal);
  return {
    analytics: analytics.map(({ code, name, type, sensor, description }) => ({
      code,
      name,
      type,
      images: imagesNeeded(type) ?? 'not told',
      constellations: sensor.length > 0 ? sensor : 'not told',
      description,
    })),
  };
}

/** Shares, and areas in km², to four decimal places: the precision that is useful to a model. */
function rounded(value: number): number {
  return Number(value.toFixed(4));
}

/** An AOI that a model references: `source` if it is in a document. */
export interface ToolArea {
  name: string;
  polygon: Polygon;
  areaKm2: number;
  source?: AoiSource;
}

/** Most area names that are returned. */
const maxNamed = 50;

/** `undefined` if none is given. Throws {@link UserError} with the way out if it can't be used. */
async function toolArea(input: Omit<AreaInput, 'imageIds'>): Promise<ToolArea | undefined> {
  const { file, area, polygon } = input;
  if (file !== undefined && polygon) {
    throw new UserError(passAreaText());
  }
  if (file !== undefined) return areaOfFile(file, area);
  if (!polygon) return undefined;
  const aoi: Polygon = withoutAltitude(polygon);
  const problem = checkAoi(aoi).find(({ severity }) => severity === 'error');
  if (problem) {
    throw new UserError(
      `${l10n.t('{0} (at {1})', problem.message, ['polygon', ...problem.path].join('.'))} ${correctInputText()}`,
    );
  }
  return { name: 'aoi', polygon: aoi, areaKm2: polygonAreaKm2(aoi) };
}

/** The AOI; throws if none is given. */
export async function requireToolArea(input: Omit<AreaInput, 'imageIds'>): Promise<ToolArea> {
  const found = await toolArea(input);
  if (found) return found;
  throw new UserError(passAreaText());
}

function passAreaText(): string {
  return l10n.t('Pass the area of interest either as "file", a GeoJSON file, or as "polygon".');
}

async function areaOfFile(file: string, areaName: string | undefined): Promise<ToolArea> {
  const document = await toolDocument(file, '**/*.{geojson,json}');
  const { areas } = await geojsonWork('findAreas', document.getText());
  const named = areas.map(area => aoiSourceOf(document, area));
  if (named.length === 0) {
    throw new UserError(
      l10n.t('{0} contains no Polygon to use as an area of interest. Pass another file, or "polygon".', file),
    );
  }
  const fitting =
    areaName === undefined
      ? named
      : named.filter(({ name }, index) => name === areaName || String(index + 1) === areaName);
  const [chosen] = fitting;
  if (!chosen || fitting.length > 1) {
    const list = named.slice(0, maxNamed).map(({ name }, index) => `${index + 1}: ${name}`);
    throw new UserError(
      l10n.t(
        '"{0}" contains {1} areas. Pass one as "area", by name or number: {2}',
        file,
        named.length,
        list.join(', '),
      ),
    );
  }
  const { name, polygon, areaKm2 } = chosen;
  return { name, polygon, areaKm2, source: chosen };
}
