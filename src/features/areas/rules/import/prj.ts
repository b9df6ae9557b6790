/**
 * Coordinate reference systems as text: WKT 1 as in OGC 01-009 and as ESRI writes it, and WKT 2 (OGC 18-010). The
 * library computes the projections, but its own reader takes many texts for others: here, everything that isn't known
 * exactly is refused.
 */

export interface Prj {
  name: string;
  isGeographic: boolean;
  /** For proj4. */
  definition: string;
  /** By which coordinates are multiplied: to degrees, or to turn them east and north. */
  factor: number;
  /** Whether its degrees are those of WGS 84, whatever its ellipsoid. */
  isWebMercator: boolean;
}

/** A text that can't be read exactly. The message is the part of it that is the reason, or empty. */
export class UnknownPrj extends Error {
  /** The name of the system, if it has one. */
  readonly system: string | undefined;

  constructor(reason: string, system?: string) {
    super(reason);
    this.system = system;
  }
}

const inRadians = Math.PI / 180;

const compound = ['COMPD_CS', 'COMPOUNDCRS'];
const projected = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS'];
const geographic = ['GEOGCS', 'GEOGCRS', 'GEOGRAPHICCRS', 'GEODCRS', 'GEODETICCRS'];

/** Throws {@link UnknownPrj}. */
export function readPrj(text: string): Prj {
  const [root, ...others] = parseWktNodes(text);
  // ESRI adds a vertical system after the horizontal one.
  if (!root || others.some(({ keyword }) => keyword !== 'VERTCS')) throw new UnknownPrj('');
  const system = compound.includes(root.keyword) ? root.children[0] : root;
  const name = firstText(system ?? root);
  try {
    if (system && projected.includes(system.keyword)) return readProjected(system, name);
    if (system && geographic.includes(system.keyword)) return readGeographic(system, name);
    throw new UnknownPrj(root.keyword);
  } catch (error) {
    throw error instanceof UnknownPrj ? new UnknownPrj(error.message, name) : error;
  }
}

function readGeographic(system: Node, name: string): Prj {
  const isCartesian = child(system, ['CS'])?.values[0] === 'Cartesian';
  if (isCartesian) throw new UnknownPrj('CS Cartesian');
  const directions = axisDirections(system);
  if (directions.some(direction => direction !== 'EAST' && direction !== 'NORTH' && direction !== 'UP')) {
    throw new UnknownPrj(`AXIS ${directions.join(' ')}`);
  }
  const unit = angleUnit(system);
  return {
    name,
    isGeographic: true,
    definition: `+proj=longlat ${datumDefinition(system, unit)}`,
    factor: unit / inRadians,
    isWebMercator: false,
  };
}

function readProjected(system: Node, name: string): Prj {
  const base = needed(system, ['GEOGCS', 'BASEGEOGCRS', 'BASEGEODCRS']);
  const conversion = child(system, ['CONVERSION']) ?? system;
  const method = firstText(needed(conversion, ['PROJECTION', 'METHOD']));
  const unit = lengthUnit(system);
  const baseUnit = angleUnit(base);
  const parameters = readParameters(conversion, baseUnit, unit);
  const directions = axisDirections(system);
  const orientation = axisOrientation(directions);
  if (!allowsOrientation(plain(method), orientation)) throw new UnknownPrj(`AXIS ${directions.join(' ')}`);
  const extension = child(system, ['EXTENSION']);
  const isWebMercator = extension !== undefined || namesWebMercator(system, plain(method));
  const definition = isWebMercator
    ? webMercatorDefinition(parameters, extension, unit)
    : `${projectionDefinition(method, parameters, orientation)} ${datumDefinition(base, baseUnit)} +to_meter=${unit}`;
  parameters.checkAllUsed();
  return {
    name,
    isGeographic: false,
    definition,
    factor: plain(method) === southOriented ? -1 : 1,
    isWebMercator,
  };
}

// Projections

const southOriented = 'transversemercatorsouthorientated';
const webMercator = ['mercatorauxiliarysphere', 'popularvisualisationpseudomercator'];
const webMercatorCodes = [3785, 3857, 900_913, 102_100, 102_113];

/** Old programs wrote the name or the code of Web Mercator, and the projection of the ellipsoid. */
function namesWebMercator(system: Node, method: string): boolean {
  if (webMercator.includes(method)) return true;
  const code = Number(child(system, ['AUTHORITY', 'ID'])?.values[1]);
  const isNamed = /pseudomercator|webmercator|googlemercator|popularvisualisation/.test(
    plain(firstText(system)),
  );
  return method.startsWith('mercator') && (isNamed || webMercatorCodes.includes(code));
}

/**
 * Web Mercator uses the formulas of a sphere with degrees of an ellipsoid. Its `EXTENSION` is the only one that is
 * known.
 */
function webMercatorDefinition(parameters: Parameters, extension: Node | undefined, unit: number): string {
  const parts = ['+proj=merc', '+a=6378137', '+b=6378137', '+nadgrids=@null'];
  const written = extension?.values[1];
  const isKnown = !extension || (typeof written === 'string' && parts.every(part => written.includes(part)));
  const isShifted = ['lon0', 'lat0', 'lat1', 'x0', 'y0', 'sphere'].some(key => parameters.get(key, 0) !== 0);
  const radius = 6_378_137;
  const isSphere =
    parameters.get('semiMajor', radius) === radius && parameters.get('semiMinor', radius) === radius;
  if (isKnown && !isShifted && isSphere && unit === 1 && parameters.get('k', 1) === 1) {
    return `${parts.join(' ')} +units=m`;
  }
  throw new UnknownPrj(extension ? 'EXTENSION' : 'PROJECTION');
}

type Orientation = 'eastNorth' | 'reversed' | 'polar' | 'undeclared' | 'unknown';

/** The names of a projection in WKT 1, of ESRI, and in WKT 2, without case and separators, and its definition. */
function projectionDefinition(method: string, parameters: Parameters, orientation: Orientation): string {
  const name = plain(method);
  const origin = () => `+lat_0=${parameters.get('lat0', 0)} ${meridian()}`;
  const meridian = () => `+lon_0=${parameters.get('lon0', 0)} ${offsets()}`;
  const offsets = () => `+x_0=${parameters.get('x0', 0)} +y_0=${parameters.get('y0', 0)}`;
  const scale = () => `+k=${parameters.get('k', 1)}`;
  const trueScale = () => `+lat_ts=${parameters.get('lat1', 0)}`;
  switch (name) {
    case southOriented:
      if (parameters.get('x0', 0) !== 0 || parameters.get('y0', 0) !== 0) break;
      return `+proj=etmerc ${origin()} ${scale()}`;
    case 'transversemercator':
    case 'gausskruger':
      return `+proj=etmerc ${origin()} ${scale()}`;
    case 'lambertconformalconic1sp':
    case 'lambertconicconformal1sp':
      return `+proj=lcc +lat_1=${parameters.get('lat0')} ${origin()} ${scale()}`;
    case 'lambertconformalconic':
    case 'lambertconformalconic2sp':
    case 'lambertconicconformal2sp': {
      const first = parameters.get('lat1', parameters.get('lat0', Number.NaN));
      return `+proj=lcc +lat_1=${first} +lat_2=${parameters.get('lat2', first)} ${origin()} ${scale()}`;
    }
    case 'albers':
    case 'albersconicequalarea':
    case 'albersequalarea':
      return `+proj=aea +lat_1=${parameters.get('lat1')} +lat_2=${parameters.get('lat2')} ${origin()}`;
    case 'equidistantconic':
      return `+proj=eqdc +lat_1=${parameters.get('lat1')} +lat_2=${parameters.get('lat2')} ${origin()}`;
    case 'lambertazimuthalequalarea':
      return `+proj=laea ${origin()}`;
    case 'azimuthalequidistant':
      return `+proj=aeqd ${origin()}`;
    case 'mercator':
    case 'mercator1sp':
    case 'mercator2sp':
    case 'mercatorvarianta':
    case 'mercatorvariantb': {
      if (parameters.get('lat0', 0) !== 0) break;
      const isScaled = parameters.has('k');
      return `+proj=merc ${meridian()} ${isScaled ? scale() : trueScale()}`;
    }
    case 'polarstereographic': {
      const latitude = parameters.get('lat0');
      if (Math.abs(latitude) === 90) return `+proj=stere ${origin()} ${scale()}`;
      if (parameters.get('k', 1) !== 1) break;
      return `+proj=stere +lat_0=${latitude > 0 ? 90 : -90} +lat_ts=${latitude} ${meridian()}`;
    }
    case 'polarstereographicvarianta':
      return `+proj=stere ${origin()} ${scale()}`;
    case 'polarstereographicvariantb':
    case 'stereographicnorthpole':
    case 'stereographicsouthpole': {
      const latitude = parameters.get('lat1');
      if (latitude === 0 || parameters.get('k', 1) !== 1) break;
      return `+proj=stere +lat_0=${latitude > 0 ? 90 : -90} +lat_ts=${latitude} ${meridian()}`;
    }
    case 'stereographic':
      return `+proj=stere ${origin()} ${scale()}`;
    case 'obliquestereographic':
    case 'obliquestereographicalternative':
    case 'doublestereographic':
      return `+proj=sterea ${origin()} ${scale()}`;
    case 'hotineobliquemercator':
    case 'hotineobliquemercatorvarianta':
    case 'hotineobliquemercatorazimuthnaturalorigin':
    case 'rectifiedskeworthomorphicnaturalorigin':
      return `${obliqueMercator(parameters)} +no_uoff ${offsets()}`;
    case 'hotineobliquemercatorvariantb':
    case 'hotineobliquemercatorazimuthcenter':
    case 'obliquemercator':
    case 'rectifiedskeworthomorphiccenter':
      if (parameters.get('azimuth') !== 90) return `${obliqueMercator(parameters)} ${offsets()}`;
      if (parameters.get('gamma', 90) !== 90) break;
      return `+proj=somerc ${origin()} ${scale()}`;
    case 'cassini':
    case 'cassinisoldner':
      return `+proj=cass ${origin()}`;
    case 'polyconic':
    case 'americanpolyconic':
      return `+proj=poly ${origin()}`;
    case 'newzealandmapgrid':
      return `+proj=nzmg ${origin()}`;
    case 'krovak':
    case 'krovaknorthorientated':
      if (isKrovak(name, parameters, orientation))
        return '+proj=krovak +lat_0=49.5 +lon_0=24.83333333333333 +k=0.9999';
      break;
    case 'cylindricalequalarea':
    case 'lambertcylindricalequalarea':
      return `+proj=cea ${trueScale()} ${meridian()}`;
    case 'equidistantcylindrical':
    case 'equirectangular':
    case 'platecarree':
      return `+proj=eqc ${trueScale()} ${origin()}`;
    case 'sinusoidal':
      return `+proj=sinu ${meridian()}`;
    case 'mollweide':
      return `+proj=moll ${meridian()}`;
    case 'robinson':
      return `+proj=robin ${meridian()}`;
    case 'equalearth':
      return `+proj=eqearth ${meridian()}`;
    case 'eckertvi':
      return `+proj=eck6 ${meridian()}`;
    default:
      break;
  }
  throw new UnknownPrj(`PROJECTION ${method}`);
}

function obliqueMercator(parameters: Parameters): string {
  const azimuth = parameters.get('azimuth');
  return [
    '+proj=omerc',
    `+lat_0=${parameters.get('lat0')}`,
    `+lonc=${parameters.get('lon0')}`,
    `+alpha=${azimuth}`,
    `+gamma=${parameters.get('gamma', azimuth)}`,
    `+k=${parameters.get('k', 1)}`,
  ].join(' ');
}

/** The library has the constants of Krovak itself, with axes to the east and north, whatever a text says. */
function isKrovak(name: string, parameters: Parameters, orientation: Orientation): boolean {
  const isNear = (key: string, value: number) => Math.abs(parameters.get(key) - value) < 1e-6;
  const isTurned = parameters.has('xscale')
    ? parameters.get('xscale') === -1 &&
      parameters.get('yscale', 1) === 1 &&
      parameters.get('gamma', 0) === 90
    : orientation === 'eastNorth' || name !== 'krovak';
  return (
    isTurned &&
    isNear('lat0', 49.5) &&
    isNear('lon0', 24.833_333_333) &&
    isNear('azimuth', 30.288_139_753) &&
    isNear('lat1', 78.5) &&
    isNear('k', 0.9999) &&
    parameters.get('x0', 0) === 0 &&
    parameters.get('y0', 0) === 0
  );
}

/** The names of a parameter in all forms of WKT, without case and separators. */
const parameterKeys: Record<string, string> = {
  latitudeoforigin: 'lat0',
  latitudeofcenter: 'lat0',
  latitudeofcentre: 'lat0',
  centralparallel: 'lat0',
  latitudeofnaturalorigin: 'lat0',
  latitudeoffalseorigin: 'lat0',
  latitudeofprojectioncentre: 'lat0',
  centralmeridian: 'lon0',
  longitudeoforigin: 'lon0',
  longitudeofcenter: 'lon0',
  longitudeofcentre: 'lon0',
  longitudeofnaturalorigin: 'lon0',
  longitudeoffalseorigin: 'lon0',
  longitudeofprojectioncentre: 'lon0',
  standardparallel1: 'lat1',
  latitudeof1ststandardparallel: 'lat1',
  latitudeofstandardparallel: 'lat1',
  pseudostandardparallel1: 'lat1',
  latitudeofpseudostandardparallel: 'lat1',
  standardparallel2: 'lat2',
  latitudeof2ndstandardparallel: 'lat2',
  scalefactor: 'k',
  scalefactoratnaturalorigin: 'k',
  scalefactoratprojectioncentre: 'k',
  scalefactoroninitialline: 'k',
  scalefactoronpseudostandardparallel: 'k',
  falseeasting: 'x0',
  eastingatfalseorigin: 'x0',
  eastingatprojectioncentre: 'x0',
  falsenorthing: 'y0',
  northingatfalseorigin: 'y0',
  northingatprojectioncentre: 'y0',
  azimuth: 'azimuth',
  azimuthofinitialline: 'azimuth',
  azimuthatprojectioncentre: 'azimuth',
  colatitudeofconeaxis: 'azimuth',
  rectifiedgridangle: 'gamma',
  anglefromrectifiedtoskewgrid: 'gamma',
  xyplanerotation: 'gamma',
  xscale: 'xscale',
  yscale: 'yscale',
  auxiliaryspheretype: 'sphere',
  semimajor: 'semiMajor',
  semiminor: 'semiMinor',
};

const angles = new Set(['lat0', 'lon0', 'lat1', 'lat2', 'azimuth', 'gamma']);
const lengths = new Set(['x0', 'y0']);

/** In degrees and meters. Throws {@link UnknownPrj} for a parameter that is missing, or that nothing asks for. */
class Parameters {
  readonly #values: ReadonlyMap<string, number>;
  readonly #used = new Set<string>();

  constructor(values: ReadonlyMap<string, number>) {
    this.#values = values;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  get(key: string, absent?: number): number {
    this.#used.add(key);
    const value = this.#values.get(key) ?? absent;
    if (value === undefined || !Number.isFinite(value)) throw new UnknownPrj('PARAMETER');
    return value;
  }

  checkAllUsed(): void {
    const defaults: Record<string, number> = { k: 1, yscale: 1 };
    for (const [key, value] of this.#values) {
      if (!this.#used.has(key) && value !== (defaults[key] ?? 0)) throw new UnknownPrj(`PARAMETER ${key}`);
    }
  }
}

function readParameters(conversion: Node, angle: number, length: number): Parameters {
  const values = new Map<string, number>();
  for (const parameter of conversion.children.filter(({ keyword }) => keyword === 'PARAMETER')) {
    const name = firstText(parameter);
    const value = valueNumber(parameter, 1);
    const key = parameterKeys[plain(name)];
    if (key === undefined || values.has(key)) throw new UnknownPrj(`PARAMETER ${name}`);
    const unit = child(parameter, [...unitKeywords, 'SCALEUNIT']);
    const ownUnit = unit && valueNumber(unit, 1);
    if (angles.has(key)) values.set(key, tidy((value * (ownUnit ?? angle)) / inRadians));
    else if (lengths.has(key)) values.set(key, value * (ownUnit ?? length));
    else values.set(key, value * (ownUnit ?? 1));
  }
  return new Parameters(values);
}

/** Without the last digits that come from a factor: a right angle remains one. */
function tidy(degrees: number): number {
  return Math.round(degrees * 1e12) / 1e12;
}

// Units and axes

const unitKeywords = ['UNIT', 'ANGLEUNIT', 'LENGTHUNIT'];

/** The unit of a system, or in WKT 2 the one of its axes, which have the same. In radians or meters. */
function readUnit(system: Node, keywords: readonly string[]): number {
  const ofAxes = system.children
    .filter(({ keyword, values }) => keyword === 'AXIS' && !/height|up\b/i.test(String(values[0])))
    .map(axis => child(axis, keywords));
  const systemUnit = child(system, keywords);
  const all = systemUnit ? [systemUnit] : ofAxes;
  const factors = all.map(unit => unit && valueNumber(unit, 1));
  const [factor] = factors;
  if (factor === undefined || !(factor > 0) || factors.some(value => value !== factor)) {
    throw new UnknownPrj(`UNIT ${all[0] ? firstText(all[0]) : ''}`.trim());
  }
  return factor;
}

function lengthUnit(system: Node): number {
  return readUnit(system, ['UNIT', 'LENGTHUNIT']);
}

/** Texts have degrees with 9 to 17 digits: those with few are taken for exact ones. */
function angleUnit(system: Node): number {
  const isBase = system.keyword.startsWith('BASE');
  const written = isBase ? baseAngleUnit(system) : readUnit(system, ['UNIT', 'ANGLEUNIT']);
  const known = [inRadians, Math.PI / 200, 1, inRadians / 60, inRadians / 3600, Math.PI / 3200];
  const exact = known.find(factor => Math.abs(written / factor - 1) < 1e-7);
  return exact ?? written;
}

/** A base system of WKT 2 may leave out its unit when its parameters have their own. */
function baseAngleUnit(base: Node): number {
  const unit = child(base, ['UNIT', 'ANGLEUNIT']);
  const ofMeridian = child(child(base, ['PRIMEM']) ?? base, ['ANGLEUNIT', 'UNIT']);
  return unit ? valueNumber(unit, 1) : ofMeridian ? valueNumber(ofMeridian, 1) : inRadians;
}

function axisDirections(system: Node): string[] {
  const axes = system.children.filter(({ keyword }) => keyword === 'AXIS');
  return axes.map(axis => String(axis.values[1] ?? '').toUpperCase());
}

/** Files have x before y, in whatever order a system names its axes. */
function axisOrientation(directions: readonly string[]): Orientation {
  const horizontal = directions.filter(direction => direction !== 'UP');
  const sorted = horizontal.toSorted().join();
  if (sorted === '') return 'undeclared';
  if (sorted === 'EAST,NORTH') return 'eastNorth';
  if (horizontal.join() === 'WEST,SOUTH') return 'reversed';
  return sorted === 'NORTH,NORTH' || sorted === 'SOUTH,SOUTH' ? 'polar' : 'unknown';
}

function allowsOrientation(method: string, orientation: Orientation): boolean {
  switch (orientation) {
    case 'undeclared':
      return true;
    case 'eastNorth':
      return method !== southOriented;
    case 'reversed':
      return method === southOriented;
    // At a pole, both axes lead away from it.
    case 'polar':
      return /stereographic|^lambertazimuthal|^azimuthal/.test(method);
    case 'unknown':
      return false;
  }
}

// Datum

/** Degrees east of Greenwich (EPSG registry). */
const primeMeridians: Record<string, number> = {
  athens: 23.716_337_5,
  bern: 7.439_583_333_333_33,
  bogota: -74.080_916_666_666_7,
  brussels: 4.367_975,
  ferro: -17.666_666_666_666_7,
  greenwich: 0,
  jakarta: 106.807_719_444_444,
  lisbon: -9.131_906_111_111_11,
  madrid: -3.687_938_888_888_89,
  oslo: 10.722_916_666_666_7,
  paris: 2.337_229_17,
  parisrgs: 2.337_208_333_333_33,
  rome: 12.452_333_333_333_3,
  stockholm: 18.058_277_777_777_8,
};

/**
 * Some programs write the meridian in degrees even if the system has another unit (GDAL, ESRI), others in its unit: then
 * only a known one is certain.
 */
function primeMeridian(system: Node, unit: number): number {
  const node = child(system, ['PRIMEM']);
  if (!node) return 0;
  const written = valueNumber(node, 1);
  const meridianUnit = child(node, ['ANGLEUNIT', 'UNIT']);
  if (meridianUnit) return (written * valueNumber(meridianUnit, 1)) / inRadians;
  const inUnit = (written * unit) / inRadians;
  if (unit === inRadians || written === 0) return written;
  const known = primeMeridians[plain(firstText(node))];
  if (known !== undefined && Math.abs(written - known) < 1e-6) return written;
  if (known !== undefined && Math.abs(inUnit - known) < 1e-6) return inUnit;
  throw new UnknownPrj(`PRIMEM ${firstText(node)}`);
}

/** Datums that the library knows by another name. */
const datumNames: Record<string, string> = {
  newzealand1949: 'nzgd49',
  wgs1984: 'wgs84',
  worldgeodeticsystem1984: 'wgs84',
  worldgeodeticsystem1984ensemble: 'wgs84',
  osgb1936: 'osgb36',
  ordnancesurveyofgreatbritain1936: 'osgb36',
  osni1952: 'osni52',
  tm65: 'ire65',
  geodeticdatumof1965: 'ire65',
  'ch1903+': 'ch1903',
};

/**
 * Shifts to WGS 84 that the library has wrong or not at all, for datums on an ellipsoid that doesn't show it (EPSG
 * registry, rotations as of a position vector).
 */
const shifts: [names: string[], shift: string][] = [
  // EPSG:1272
  [['ggrs1987', 'ggrs87', 'greekgeodeticreferencesystem1987'], '-199.87,74.79,246.62'],
  // EPSG:15929
  [
    ['belge1972', 'bd72', 'reseaunationalbelge1972'],
    '-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747',
  ],
  // EPSG:9676 and 9189
  [
    ['israel', 'israel1993', 'ig052012intermediatedatum', 'ig0512intermediatedatum'],
    '23.772,17.49,17.859,-0.3132,-1.85274,1.67299,-5.4262',
  ],
  // EPSG:6960
  [
    ['vietnam2000', 'vn2000'],
    '-191.90441429,-39.30318279,-111.45032835,0.00928836,-0.01975479,0.00427372,0.252906278',
  ],
  // EPSG:15934
  [['amersfoort'], '565.2369,50.0087,465.658,-0.406857330322398,0.350732676542563,-1.8703473836068,4.0812'],
  // EPSG:1060 and 1061
  [['ngn', 'nationalgeodeticnetwork'], '-3.2,-5.7,2.8'],
  [['kudams', 'kuwaitutility'], '-20.8,11.3,2.4'],
];

function datumDefinition(system: Node, unit: number): string {
  const datum = needed(system, ['DATUM', 'ENSEMBLE', 'TRF', 'GEODETICDATUM']);
  const ellipsoid = needed(datum, ['SPHEROID', 'ELLIPSOID']);
  const ownUnit = child(ellipsoid, ['LENGTHUNIT', 'UNIT']);
  const semiMajor = valueNumber(ellipsoid, 1) * (ownUnit ? valueNumber(ownUnit, 1) : 1);
  const inverseFlattening = valueNumber(ellipsoid, 2);
  return [
    `+a=${semiMajor}`,
    inverseFlattening === 0 ? `+b=${semiMajor}` : `+rf=${inverseFlattening}`,
    `+pm=${tidy(primeMeridian(system, unit))}`,
    datumShift(datum, inverseFlattening === 0),
  ].join(' ');
}

function datumShift(datum: Node, isSphere: boolean): string {
  const written = child(datum, ['TOWGS84'])?.values;
  // From a sphere, it would shift latitudes by kilometers.
  if (written && (isSphere || ![3, 7].includes(written.length))) throw new UnknownPrj('TOWGS84');
  if (written) return `+towgs84=${written.join(',')}`;
  const name = firstText(datum)
    .toLowerCase()
    .replace(/^d_/, '')
    .replaceAll(/[^a-z0-9+]/g, '');
  const shift = shifts.find(([names]) => names.includes(name))?.[1];
  if (shift !== undefined) return `+towgs84=${shift}`;
  return `+datum=${datumNames[name] ?? (name === '' ? 'none' : name.replaceAll('+', ''))}`;
}

// Text

interface Node {
  keyword: string;
  /** Texts without their quotes, numbers, and words such as the direction of an axis. */
  values: (string | number)[];
  children: Node[];
}

const deepest = 16;

/** The outermost nodes of a text. */
function parseWktNodes(text: string): Node[] {
  const tokens = text.matchAll(
    /\s+|"((?:[^"]|"")*)"|([A-Za-z_]\w*)|([-+]?[\d.]+(?:[Ee][-+]?\d+)?)|([[\](),])|(.)/gs,
  );
  const root: Node = { keyword: '', values: [], children: [] };
  const open = [root];
  let word: string | undefined;
  for (const [, quoted, name, number, sign, invalid] of tokens) {
    const parent = open.at(-1);
    if (!parent || invalid !== undefined) throw new UnknownPrj('');
    if (word !== undefined && (name ?? number ?? quoted) !== undefined) throw new UnknownPrj('');
    if (quoted !== undefined) parent.values.push(quoted.replaceAll('""', '"'));
    if (number !== undefined) parent.values.push(Number(number));
    if (name !== undefined) word = name;
    if (sign === undefined) continue;
    if (sign === '[' || sign === '(') {
      if (word === undefined || open.length > deepest) throw new UnknownPrj('');
      const node: Node = { keyword: word.toUpperCase(), values: [], children: [] };
      parent.children.push(node);
      open.push(node);
    } else {
      if (word !== undefined) parent.values.push(word);
      if (sign !== ',') open.pop();
    }
    word = undefined;
  }
  if (open.length !== 1 || root.values.length > 0 || word !== undefined) throw new UnknownPrj('');
  return root.children;
}

function child(node: Node, keywords: readonly string[]): Node | undefined {
  return node.children.find(({ keyword }) => keywords.includes(keyword));
}

function needed(node: Node, keywords: readonly [string, ...string[]]): Node {
  const found = child(node, keywords);
  if (found) return found;
  throw new UnknownPrj(keywords[0]);
}

function firstText({ values }: Node): string {
  const [text] = values;
  return typeof text === 'string' ? text : '';
}

function valueNumber(node: Node, index: number): number {
  const value = node.values[index];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new UnknownPrj(node.keyword);
}

/** Names without case and separators. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
