/** The area of interest that a model names. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { safeLine } from '../../base/words/safeText.ts';
import { checkAoi, withoutAltitude } from '../../geo/aoi.ts';
import { polygonAreaKm2 } from '../../geo/polygonArea.ts';
import { UserError } from '../../platform/host/userError.ts';
import type { AoiSource } from '../images/index.ts';
import { findAreasAside } from '../areas/index.ts';
import { documentAoi } from '../areas/ui/index.ts';
import { comparableName, toolDocument } from './toolDocument.ts';
import { correctInputText } from './toolFailure.ts';
import type { AreaInput } from './toolInputs.ts';

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
export async function toolArea(input: Omit<AreaInput, 'imageIds'>): Promise<ToolArea | undefined> {
  const { file, area, polygon } = input;
  if (file !== undefined && polygon) {
    throw new UserError(passAreaText());
  }
  if (file !== undefined) return areaOfFile(file, area);
  if (!polygon) return undefined;
  // The schema of the tool requires the two numbers.
  const aoi = withoutAltitude(polygon as Polygon);
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
  const { areas } = await findAreasAside(document.getText());
  const named = areas.map(area => documentAoi(document, area));
  if (named.length === 0) {
    throw new UserError(
      l10n.t('{0} contains no Polygon to use as an area of interest. Pass another file, or "polygon".', file),
    );
  }
  const [chosen, ...others] = areaName === undefined ? named : areasNamed(named, areaName);
  if (!chosen || others.length > 0) {
    const list = named.slice(0, maxNamed).map(({ name }, index) => `#${index + 1} ${safeLine(name)}`);
    throw new UserError(
      l10n.t(
        '"{0}" contains {1} areas. Pass one as "area", by its name if no other has it, or by its number: {2}',
        file,
        named.length,
        list.join(', '),
      ),
    );
  }
  const { name, polygon, areaKm2 } = chosen;
  return { name, polygon, areaKm2, source: chosen };
}

/** By the name as it is written, or else in another spelling; "#2" is only a number, and "2" is a name, too. */
function areasNamed(areas: readonly AoiSource[], name: string): AoiSource[] {
  const meant = comparableName(name);
  const numbered = areas.filter((_area, index) => [`#${index + 1}`, String(index + 1)].includes(meant));
  if (meant.startsWith('#') && numbered.length > 0) return numbered;
  const same = areas.filter(area => area.name === name);
  const alike = same.length > 0 ? same : areas.filter(area => comparableName(area.name) === meant);
  return [...new Set([...alike, ...numbered])];
}
