import * as l10n from '@vscode/l10n';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { Polygon } from 'geojson';
import { unlessMissing, writeWhole } from '../../editor/files.ts';
import { refuseLinkOut } from '../../editor/linkOut.ts';
import { fileExists } from '../../editor/reportFile.ts';
import { UserError } from '../../editor/userError.ts';
import { showInformationMessage } from '../../editor/window.ts';
import { isPolygon } from '../../model/aoi/aoiRings.ts';
import { polygonBounds } from '../../model/geometry/ring.ts';
import { epsgOf } from '../../model/order/projection.ts';
import { withoutEnding } from '../../model/stac/stacItem.ts';
import type { WantedDelivery } from '../downloads.ts';
import { qgisProject, type QgisLayer } from '../qgisProject.ts';
import { indexOfFile } from '../reportFiles.ts';
import { namesIn, unzipFolder } from '../unzip.ts';
import { chooseDelivery, deliveryName, type DeliveryParts } from './chooseDelivery.ts';
import { orderedMembers } from './deliveryFiles.ts';
import { deliveredPath } from './fetchDelivery.ts';
import { revealFile } from './offerFile.ts';
import { allDownloaded } from './stacCatalog.ts';

/** `wanted` is absent if the order of the file isn't known. */
interface Chosen {
  path: string;
  wanted?: WantedDelivery | undefined;
}

type Bounds = readonly [number, number, number, number];

/** The path relative to the project, as QGIS writes it. */
type SourceOf = (path: string) => string;

/**
 * Opens a delivery in QGIS, by a project file beside it: reports and images of the place that are on the disk, and the
 * area. A project that exists is opened as it is, because it may have been changed in QGIS.
 *
 * @param given a row or the id of an order, or the URI of a report
 */
export async function openInQgis(parts: DeliveryParts, given: unknown): Promise<void> {
  const chosen = await chosenFile(parts, given);
  if (!chosen) return;
  const project = `${withoutEnding(chosen.path)}.qgs`;
  if (!(await fileExists(project))) await writeProject(project, chosen, await allDownloaded(parts));
  const isHere = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  if (isHere && (await vscode.env.openExternal(vscode.Uri.file(project)))) return;
  const [reveal, copy] = [l10n.t('Reveal File'), l10n.t('Copy Path')];
  const message = l10n.t("Swath can't start QGIS here. The project is {0}.", project);
  const answer = await showInformationMessage(message, reveal, copy);
  if (answer === reveal) await revealFile(project);
  if (answer === copy) await vscode.env.clipboard.writeText(project);
}

async function chosenFile(parts: DeliveryParts, given: unknown): Promise<Chosen | undefined> {
  if (given instanceof vscode.Uri) {
    const path = given.fsPath;
    return (await allDownloaded(parts)).find(one => one.path === path) ?? { path };
  }
  const wanted = await chooseDelivery(parts, given);
  const path = wanted && (await deliveredPath(parts, wanted));
  if (path !== undefined) parts.orders.markSeen(wanted?.order.id ?? '');
  return path === undefined ? undefined : { path, wanted };
}

async function writeProject(project: string, chosen: Chosen, all: readonly Chosen[]): Promise<void> {
  await refuseLinkOut(dirname(project));
  const aoi = areaOf(chosen);
  const bounds = aoi ? polygonBounds(aoi) : (await indexOfFile(chosen.path))?.facts.bounds;
  const others = all.filter(
    one => isReportFile(one) !== isReportFile(chosen) && overlaps(areaOf(one), bounds),
  );
  const files = [chosen, ...others];
  const sourceOf = (path: string) => `./${relative(dirname(project), path).replaceAll(sep, '/')}`;
  const reports = await Promise.all(files.filter(isReportFile).map(one => reportLayers(one, sourceOf)));
  const images = await Promise.all(files.map(one => imageLayers(one, sourceOf)));
  if (!bounds || [...reports, ...images].flat().length === 0)
    throw new UserError(l10n.t('{0} contains nothing that QGIS can show.', basename(chosen.path)));
  const area: QgisLayer[] = [];
  if (aoi) {
    const path = `${project.slice(0, -'.qgs'.length)}_aoi.geojson`;
    await writeWhole(
      path,
      `${JSON.stringify({ type: 'Feature', properties: {}, geometry: aoi }, undefined, 2)}\n`,
    );
    area.push({
      name: l10n.t('Area'),
      type: 'vector',
      source: sourceOf(path),
      epsg: 4326,
      outline: '0,160,255',
    });
  }
  await writeWhole(
    project,
    qgisProject(basename(project), [...reports.flat(), ...area, ...images.flat()], bounds),
  );
}

function areaOf({ wanted }: Chosen): Polygon | undefined {
  const aoi = wanted && orderedMembers(wanted).aoi;
  return isPolygon(aoi) ? aoi : undefined;
}

function isReportFile({ path }: Chosen): boolean {
  return path.endsWith('.geojson');
}

function overlaps(area: Polygon | undefined, bounds: Bounds | undefined): boolean {
  if (!area || !bounds) return false;
  const [west, south, east, north] = polygonBounds(area);
  return west < bounds[2] && east > bounds[0] && south < bounds[3] && north > bounds[1];
}

/** QGIS shows one type of geometry per layer. */
async function reportLayers({ path, wanted }: Chosen, sourceOf: SourceOf): Promise<QgisLayer[]> {
  const geometries = (await indexOfFile(path))?.facts.geometries ?? [];
  const types = [...new Set(geometries.map(([type]) => type.replace('Multi', '')))];
  return types.map(type => ({
    name: [wanted ? deliveryName(wanted) : basename(path), ...(types.length > 1 ? [type] : [])].join(' · '),
    type: 'vector',
    source: sourceOf(path) + (types.length > 1 ? `|geometrytype=${type}` : ''),
    epsg: 4326,
    ...(type === 'Polygon' ? { outline: '255,120,0' } : {}),
  }));
}

/** The pictures of a product: the delivered file, or those in its folder, or in the archive if it isn't unzipped. */
async function imageLayers({ path, wanted }: Chosen, sourceOf: SourceOf): Promise<QgisLayer[]> {
  const isArchive = path.endsWith('.zip');
  const folder = unzipFolder(path);
  const unzipped = isArchive ? await unlessMissing(readdir(folder, { recursive: true })) : undefined;
  const packed = isArchive && !unzipped ? await namesIn(path) : undefined;
  const paths = unzipped?.map(name => join(folder, name)) ?? packed?.map(name => join(path, name)) ?? [path];
  const crsCode = wanted && orderedMembers(wanted).crsCode;
  const epsg = typeof crsCode === 'string' ? epsgOf(crsCode) : undefined;
  return paths
    .filter(one => /\.(tiff?|jp2)$/i.test(one))
    .sort()
    .map(one => ({
      name: basename(one),
      type: 'raster',
      source: (packed ? '/vsizip/' : '') + sourceOf(one),
      epsg,
    }));
}
