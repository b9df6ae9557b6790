import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { checkAoi, withoutAltitude } from '../model/aoi/aoi.ts';
import { polygonAreaKm2 } from '../model/geometry/polygonArea.ts';
import { aoiSourceOf } from '../areas/ui/aoiDocument.ts';
import { geojsonWork } from '../editor/geojsonWork.ts';
import { UserError } from '../editor/userError.ts';
import type { AoiSource } from '../images/catalogState.ts';
import type { AreaInput } from './toolInputs.ts';
import { toolDocument } from './toolDocument.ts';

/** An AOI that a model names: `source` where it is written in a document. */
export interface ToolArea {
  name: string;
  polygon: Polygon;
  areaKm2: number;
  source?: AoiSource;
}

/** Names of areas that are told. */
const mostNamed = 50;

/** `undefined` where none is named. Throws {@link UserError} where it cannot be used, with the way out. */
export async function toolArea(input: Omit<AreaInput, 'imageIds'>): Promise<ToolArea | undefined> {
  const { file, area, polygon } = input;
  if (file !== undefined && polygon) {
    throw new UserError(l10n.t('Pass the area of interest as "file" or as "polygon", not both.'));
  }
  if (file !== undefined) return areaOfFile(file, area);
  if (!polygon) return undefined;
  const given: Polygon = withoutAltitude(polygon);
  const problem = checkAoi(given).find(({ severity }) => severity === 'error');
  if (problem) {
    throw new UserError(l10n.t('{0} (at {1})', problem.message, ['polygon', ...problem.path].join('.')));
  }
  return { name: 'aoi', polygon: given, areaKm2: polygonAreaKm2(given) };
}

/** The AOI, or the complaint that none is named. */
export async function requireToolArea(input: Omit<AreaInput, 'imageIds'>): Promise<ToolArea> {
  const found = await toolArea(input);
  if (found) return found;
  throw new UserError(l10n.t('Pass the area of interest: "file" with a GeoJSON file, or "polygon".'));
}

async function areaOfFile(file: string, wanted: string | undefined): Promise<ToolArea> {
  const document = await toolDocument(file, '**/*.{geojson,json}');
  const { areas } = await geojsonWork('findAreas', document.getText());
  const named = areas.map(area => aoiSourceOf(document, area));
  if (named.length === 0) {
    throw new UserError(l10n.t('"{0}" contains no Polygon to use as an area of interest.', file));
  }
  const fitting =
    wanted === undefined
      ? named
      : named.filter(({ name }, index) => name === wanted || String(index + 1) === wanted);
  const [chosen] = fitting;
  if (!chosen || fitting.length > 1) {
    const list = named.slice(0, mostNamed).map(({ name }, index) => `${index + 1}: ${name}`);
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
