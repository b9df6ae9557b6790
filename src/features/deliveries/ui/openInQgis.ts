import { lstat, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import * as vscode from 'vscode';
import { isRecord } from '../../../base/fields.ts';
import { jsonObjectIn } from '../../../base/json/nesting.ts';
import { continuousPolygon } from '../../../geo/antimeridian.ts';
import { isPolygon } from '../../../geo/aoiRings.ts';
import { boundingBox } from '../../../geo/box.ts';
import { prepareAoi } from '../../../geo/coverage.ts';
import { exportedGeometry } from '../../../geo/export/exportTable.ts';
import { uncheckedPolygons } from '../../../geo/geometryTypes.ts';
import { polygonAreaKm2 } from '../../../geo/polygonArea.ts';
import { parseCrsCode } from '../../../geo/projection.ts';
import { bodyImageIds as imageIdsIn } from '../../../service/rules/orderContents.ts';
import { refuseLinkOut } from '../../../platform/dialogs/linkOut.ts';
import {
  setStatusBarMessage,
  showInformationMessage,
  showWarningMessage,
} from '../../../platform/dialogs/window.ts';
import { requireEditable } from '../../../platform/documents/editableDocuments.ts';
import { readForeign, unlessMissing } from '../../../platform/files/files.ts';
import { revealFile } from '../../../platform/files/revealFile.ts';
import { nameIsTaken, writeNew } from '../../../platform/files/writeFiles.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { withoutEnding } from '../../images/rules/index.ts';
import { isReport as isReportOrder } from '../../orders/rules/index.ts';
import type { Downloaded } from '../downloads.ts';
import { readImageHeader } from '../imageHeader.ts';
import { imageFiles, type ProductFile, productFiles } from '../productImage.ts';
import { type QgisLayer, qgisProject } from '../qgisProject.ts';
import { indexOfFile } from '../reportFiles.ts';
import { lookInto, unzipFolder } from '../unzip.ts';
import type { DeliveryParts } from './chooseDelivery.ts';
import { orderedMembers } from './deliveryFiles.ts';
import { deliveredFile } from './fetchDelivery.ts';
import { allDownloaded } from './stacCatalog.ts';
import { longDeliveryName } from './words.ts';

/** Without the delivery, if the order of the file isn't known. */
type Chosen = Pick<Downloaded, 'path'> & Partial<Downloaded>;

/**
 * Opens a delivery, or the URI of a report, in QGIS: by a project beside it with the images that a report was made from, or
 * the reports that were made from an image, as far as they are on the disk, and the area. An existing project is opened as it is, because it may have been changed in
 * QGIS; but one that Swath didn't write only if the user wants it, because a project can contain code.
 */
export async function openInQgis(parts: DeliveryParts, argument: unknown): Promise<void> {
  const chosen = await chosenFile(parts, argument);
  if (!chosen) return;
  const project = `${withoutEnding(chosen.path)}.qgs`;
  if (!(await nameIsTaken(project))) await writeProject(parts, project, chosen);
  else if (!(await isOwnProject(parts, project)) && !(await isProjectMeant(project))) return;
  await tellOtherArea(project, deliveryAoi(chosen));
  const isHere = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  const open = async () => vscode.env.openExternal(vscode.Uri.file(project));
  if (isHere && (await open().catch(() => false))) return;
  const reveal = l10n.t('Reveal File');
  const copy = l10n.t('Copy Path');
  const message = l10n.t("Swath can't start QGIS here. The project is {0}.", project);
  const answer = await showInformationMessage(message, reveal, copy);
  if (answer === reveal) await revealFile(project);
  if (answer !== copy) return;
  await vscode.env.clipboard.writeText(project);
  setStatusBarMessage('check', l10n.t('Copied {0}', basename(project)), 2000);
}

async function chosenFile(parts: DeliveryParts, argument: unknown): Promise<Chosen | undefined> {
  if (argument instanceof vscode.Uri) {
    const path = requireEditable(argument).fsPath;
    return (await allDownloaded(parts)).find(file => file.path === path) ?? { path };
  }
  return deliveredFile(parts, argument);
}

/** Paths that are remembered. */
const maxProjects = 500;

async function isOwnProject({ projects }: DeliveryParts, project: string): Promise<boolean> {
  return projects.read()?.includes(project) === true && (await lstat(project)).isFile();
}

async function isProjectMeant(project: string): Promise<boolean> {
  const open = l10n.t('Open Project');
  const message = l10n.t(
    "{0} is already here, and Swath didn't write it on this machine.",
    basename(project),
  );
  const detail = l10n.t(
    'A QGIS project can load other files and run Python code. To have Swath write a new one, rename or delete it.',
  );
  return (await showWarningMessage(message, { modal: true, detail }, open)) === open;
}

async function writeProject(parts: DeliveryParts, project: string, chosen: Chosen): Promise<void> {
  const all = await allDownloaded(parts);
  const folder = dirname(project);
  await refuseLinkOut(folder);
  const ordered = deliveryAoi(chosen);
  // QGIS draws the longitudes as they are written.
  const aoi = ordered && continuousPolygon(ordered);
  const isReport = ({ path }: Chosen) => path.endsWith('.geojson');
  // Another image of the place would show something else than what was detected.
  const ids = imagesOfOrder(chosen);
  const others = all.filter(
    file => isReport(file) !== isReport(chosen) && imagesOfOrder(file).some(id => ids.includes(id)),
  );
  const files = [chosen, ...others];
  const reports = await Promise.all(files.filter(isReport).map(file => reportLayers(file, folder)));
  const images = await Promise.all(files.map(file => imageLayers(file, folder)));
  const bounds = aoi ? boundingBox(aoi) : (await indexOfFile(chosen.path))?.facts.bounds;
  if (!bounds || [...reports, ...images].flat().length === 0)
    throw new UserError(l10n.t('{0} contains nothing that QGIS can show.', basename(chosen.path)));
  const layers = reports.flat();
  if (aoi) {
    const path = aoiPath(project);
    const area = { type: 'Feature', properties: {}, geometry: aoi };
    // An existing one may have been edited.
    if (!(await nameIsTaken(path))) await writeNew(path, JSON.stringify(area, undefined, 2));
    layers.push({ ...vectorLayer(path, folder), name: l10n.t('Area'), outline: '0,160,255' });
  }
  await writeNew(project, qgisProject(basename(project), [...layers, ...images.flat()], bounds));
  const { projects } = parts;
  await projects.write([project, ...(projects.read() ?? [])].slice(0, maxProjects));
  // QGIS opens in the meantime.
  if (isReport(chosen) && ids.length > 0 && images.flat().length === 0)
    void showInformationMessage(l10n.t("The report's image isn't in the project: it isn't downloaded."));
}

/** Ids of the images that a delivery shows or was made from. */
function imagesOfOrder({ delivery }: Chosen): string[] {
  if (!delivery) return [];
  const members = orderedMembers(delivery);
  return imageIdsIn(isReportOrder(delivery.order) ? members : { products: [members] });
}

function aoiPath(project: string): string {
  return project.replace(/\.qgs$/, '_aoi.geojson');
}

/** Longer files aren't read, bytes. */
const longestArea = 16_000_000;

/** The file of the area stays when it was edited, or is that of an earlier delivery with this name. */
async function tellOtherArea(project: string, ordered: Polygon | undefined): Promise<void> {
  const path = aoiPath(project);
  const text = ordered && (await unlessMissing(readForeign(path, longestArea)));
  if (text === undefined || isAreaIn(text, ordered)) return;
  const message = l10n.t(
    '{0} differs from the ordered area. To restore it, delete this file and {1}, and open the delivery in QGIS again.',
    basename(path),
    basename(project),
  );
  // QGIS opens in the meantime.
  void showWarningMessage(message);
}

/** Whether it is the only area of a GeoJSON text, also as QGIS writes it: with other starts and directions of rings. */
function isAreaIn(text: string, ordered: Polygon | undefined): boolean {
  const value = jsonObjectIn(text);
  const { features } = value ?? {};
  const [feature, ...others] = Array.isArray(features) ? (features as unknown[]) : [value];
  const geometry = isRecord(feature) ? feature.geometry : undefined;
  const [polygon, ...more] = isRecord(geometry) ? uncheckedPolygons(geometry) : [];
  if (!ordered || !polygon || others.length > 0 || more.length > 0 || exportedGeometry(polygon).isReduced)
    return false;
  // It may run on beyond ±180°, as this file is written.
  const area = polygon as Polygon;
  const ratio = polygonAreaKm2(area) / polygonAreaKm2(ordered);
  return Math.abs(ratio - 1) < sameShare && prepareAoi(ordered)(area) > 1 - sameShare;
}

/** Programs round coordinates. */
const sameShare = 1e-6;

function deliveryAoi({ delivery }: Chosen): Polygon | undefined {
  const aoi = delivery && orderedMembers(delivery).aoi;
  return isPolygon(aoi) ? aoi : undefined;
}

function vectorLayer(path: string, folder: string, prefix = ''): QgisLayer {
  const source = `${prefix}./${relative(folder, path).replaceAll(sep, '/')}`;
  return { name: basename(path), type: 'vector', source, epsg: 4326, outline: undefined };
}

/** QGIS shows one type of geometry per layer. */
async function reportLayers({ path, delivery }: Chosen, folder: string): Promise<QgisLayer[]> {
  const layer = vectorLayer(path, folder);
  const name = delivery ? longDeliveryName(delivery) : layer.name;
  const geometries = (await indexOfFile(path))?.facts.geometries ?? [];
  const types = [...new Set(geometries.map(([type]) => type.replace('Multi', '')))];
  return types.map(type => ({
    ...layer,
    name: types.length > 1 ? `${name} · ${type}` : name,
    source: types.length > 1 ? `${layer.source}|geometrytype=${type}` : layer.source,
    outline: type === 'Polygon' ? '255,120,0' : undefined,
  }));
}

/** The images of a product: the file, or those in its folder, or in the archive if that isn't unzipped. */
async function imageLayers({ path, delivery }: Chosen, folder: string): Promise<QgisLayer[]> {
  const unzipped = unzipFolder(path);
  const isUnzipped = (await unlessMissing(stat(unzipped)))?.isDirectory() === true;
  const isPacked = !isUnzipped && path.endsWith('.zip');
  const files = imageFiles(
    isPacked ? await filesInArchive(path) : await productFiles(isUnzipped ? unzipped : path),
  );
  const crsCode = delivery && orderedMembers(delivery).crsCode;
  const ordered = typeof crsCode === 'string' ? parseCrsCode(crsCode) : undefined;
  return Promise.all(
    files
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(async file => {
        const { epsg = ordered, bands = 0, bits = 0 } = (await readImageHeader(file)) ?? {};
        const imagePath = isPacked ? join(path, file.name) : file.path;
        return {
          ...vectorLayer(imagePath, folder, isPacked ? '/vsizip/' : ''),
          type: 'raster',
          // QGIS doesn't take it from the image.
          epsg,
          stretch: bits > 8 ? { bands, bits } : undefined,
        };
      }),
  );
}

/** None of one that can't be unpacked. */
async function filesInArchive(path: string): Promise<ProductFile[]> {
  try {
    await lookInto(path);
    return await productFiles(path);
  } catch {
    return [];
  }
}
