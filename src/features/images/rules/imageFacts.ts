/**
 * The facts of an image: a row says all of one fact, and what shows, exports or tells it follows the rows. Light: the page
 * and the host load it.
 */
import * as l10n from '@vscode/l10n';
import { shareText } from '../../../base/words/areaText.ts';
import { numberText } from '../../../base/words/displayLanguage.ts';
import {
  angleText,
  degreesText,
  metersText,
  percentText,
  sensorText,
} from '../../../base/words/figureText.ts';
import { minuteText } from '../../../base/words/moment.ts';
import type { Image, KeptProperty, SentFacts } from '../../../service/rules/imagery.ts';
import type { ClearHere } from './clearHere.ts';
import { aboutText, clearOver } from './clearText.ts';

/** What a fact is read from: an image of the host, see {@link withFacts}, or its row in the page. */
export interface Known extends Partial<SentFacts> {
  id: string;
  /** If it is on the shortlist: the user's note, and the price of an order of exactly this image for the active area. */
  pin?: { note?: string | undefined; creditsPerKm2?: number };
}

/** What is measured with the footprint: each only where somebody has measured it. */
export interface Measured {
  /** The part of the AOI that the image covers, 0 to 1. */
  share?: number | undefined;
  clear?: ClearHere | undefined;
  /** Degrees. */
  center?: readonly [longitude: number, latitude: number] | undefined;
  areaKm2?: number;
}

/** An order of the service's list, as the search form offers it. */
interface Orders {
  ascending?: () => string;
  descending?: () => string;
}

/** A filter that the list applies itself, because the service has none for it. */
export interface FactLimit {
  id: string;
  unit: '°' | 'm' | '%';
  chip: (limit: number) => string;
  /** The largest value of the field; the smallest is 0. */
  max: number;
  isMinimum?: boolean;
  /** Whether there is nothing to compare with unless an area is active. */
  needsArea?: boolean;
  /** The fact in the unit of the field. */
  read?: (fact: number) => number;
}

interface FactColumn {
  label: () => string;
  /** Under which views are saved, if it isn't the name of the fact. */
  id?: string;
  /** CSS pixels; enough for the label and the sort arrow. */
  width: number;
  /** Whether a person sees it at first. */
  isShown?: boolean;
  /** Whether an open row lists it. */
  isDetail: boolean;
  /** Whether the highest values come first. */
  startsDescending?: boolean;
  /** Whether it depends on the share of the AOI. */
  needsShare?: boolean;
}

interface FactInFile {
  /** Programs may read columns by their place: a new one gets the next number, and is `ifAny`. */
  place: number;
  name?: string;
  /** The fact in the unit of the column. */
  write?: (fact: number) => number;
  /** Whether it follows from the geometry. GeoJSON has that and all that is sent; anything else is added to it. */
  isOfGeometry?: true;
  /** Whether there is no column if no image has a value. */
  ifAny?: boolean;
}

/** What isn't answered about a fact doesn't compile. */
interface AnyFact<Value> {
  /** The fact, if it is neither a member of an image nor {@link NumberFact.property one of its properties}. */
  value?: (image: Known, measured: Measured) => Value | undefined;
  /** The value in words; absent: as it is. */
  text?: (value: Value) => string;
  /** What is said instead if there is no value. */
  unknown?: (measured: Measured) => string;
  /** Whether the page doesn't need it. */
  isOfHost?: boolean;
  /** Of the results. */
  column: FactColumn | 'none';
  /** In exported tables. */
  file: FactInFile | 'none';
  /** Told to agents, with what they can't know by its name. */
  agents: { description?: string } | 'not told';
  /** The name that the service can sort by. */
  sortField?: string;
  orders?: Orders;
}

interface TextFact extends AnyFact<string> {
  type: 'text' | 'time';
  stac?: { name: string };
}

interface NumberFact extends AnyFact<number> {
  type: 'number';
  /** Where the service sends it, if it is no member of an image, but read from its properties when it is needed. */
  property?: KeptProperty;
  limit?: FactLimit;
  /** In the range of STAC: a value outside of it is left out. */
  stac?: { name: string; min: number; max: number; write?: (fact: number) => number };
}

export type ImageFact = TextFact | NumberFact;

/** In the order of the columns on screen. */
export const imageFacts = {
  acquisitionDate: {
    type: 'time',
    text: minuteText,
    column: {
      label: () => l10n.t('Acquired (UTC)'),
      id: 'time',
      width: 126,
      isShown: true,
      startsDescending: true,
      isDetail: false,
    },
    file: { place: 2 },
    sortField: 'acquisitionDate',
    orders: { ascending: () => l10n.t('Oldest first') },
    agents: {},
  },
  sensor: {
    type: 'text',
    value: image => sensorText(image) || undefined,
    column: { label: () => l10n.t('Sensor'), width: 84, isShown: true, isDetail: false },
    sortField: 'constellation',
    file: 'none',
    agents: 'not told',
  },
  constellation: {
    type: 'text',
    column: 'none',
    file: { place: 3 },
    stac: { name: 'constellation' },
    agents: {},
  },
  cloudCover: {
    type: 'number',
    text: percentText,
    column: { label: () => l10n.t('Cloud'), id: 'cloud', width: 58, isShown: true, isDetail: false },
    file: { place: 8 },
    sortField: 'cloudCover',
    orders: { ascending: () => l10n.t('Least cloud first') },
    stac: { name: 'eo:cloud_cover', min: 0, max: 100 },
    agents: { description: 'Percent of the whole image.' },
  },
  clear: {
    type: 'number',
    value: (_, measured) => clearOver(measured),
    text: aboutText,
    unknown: ({ clear }) => (clear === 'unknown' ? l10n.t('unknown') : ''),
    column: {
      label: () => l10n.t('Clear here'),
      width: 124,
      startsDescending: true,
      needsShare: true,
      isDetail: false,
    },
    file: {
      place: 17,
      name: 'clearHerePercent',
      write: share => Math.round(share * 100),
      ifAny: true,
    },
    limit: {
      id: 'minClear',
      unit: '%',
      chip: limit => l10n.t('clear here from {0} %', limit),
      max: 100,
      isMinimum: true,
      needsArea: true,
      read: share => Math.round(share * 100),
    },
    agents: 'not told',
  },
  snowCover: {
    type: 'number',
    text: percentText,
    column: { label: () => l10n.t('Snow'), id: 'snow', width: 58, isDetail: true },
    file: { place: 9 },
    sortField: 'snowCover',
    orders: { ascending: () => l10n.t('Least snow first') },
    limit: {
      id: 'maxSnowCover',
      unit: '%',
      chip: limit => l10n.t('snow up to {0} %', limit),
      max: 100,
    },
    stac: { name: 'eo:snow_cover', min: 0, max: 100 },
    agents: { description: 'Percent of the whole image.' },
  },
  incidenceAngle: {
    type: 'number',
    text: angleText,
    column: {
      label: () => l10n.t('Incidence angle'),
      id: 'incidence',
      width: 126,
      isShown: true,
      isDetail: true,
    },
    file: { place: 10 },
    sortField: 'incidenceAngle',
    orders: {
      ascending: () => l10n.t('Smallest incidence angle first'),
      descending: () => l10n.t('Largest incidence angle first'),
    },
    limit: {
      id: 'maxIncidenceAngle',
      unit: '°',
      chip: limit => l10n.t('incidence angle up to {0}°', limit),
      max: 90,
      read: Math.abs,
    },
    stac: { name: 'view:incidence_angle', min: 0, max: 90, write: Math.abs },
    agents: { description: 'Degrees.' },
  },
  sunElevation: {
    type: 'number',
    property: 'illuminationElevationAngle',
    text: degreesText,
    column: { label: () => l10n.t('Sun elevation'), id: 'sun', width: 120, isDetail: true },
    limit: {
      id: 'minSunElevation',
      unit: '°',
      chip: limit => l10n.t('sun elevation from {0}°', limit),
      max: 90,
      isMinimum: true,
    },
    stac: { name: 'view:sun_elevation', min: -90, max: 90 },
    file: 'none',
    agents: 'not told',
  },
  cover: {
    type: 'number',
    value: (_, { share }) => share,
    text: shareText,
    column: {
      label: () => l10n.t('AOI covered'),
      width: 104,
      isShown: true,
      startsDescending: true,
      needsShare: true,
      isDetail: false,
    },
    file: {
      place: 15,
      name: 'aoiCoveredPercent',
      write: share => Number((share * 100).toFixed(1)),
    },
    limit: {
      id: 'minCoverage',
      unit: '%',
      chip: limit => l10n.t('AOI covered from {0} %', limit),
      max: 100,
      isMinimum: true,
      needsArea: true,
      read: share => share * 100,
    },
    agents: 'not told',
  },
  resolution: {
    type: 'number',
    text: metersText,
    column: { label: () => l10n.t('Resolution'), width: 96, isDetail: false },
    file: { place: 7 },
    sortField: 'resolution',
    orders: { ascending: () => l10n.t('Highest resolution first') },
    limit: {
      id: 'maxResolution',
      unit: 'm',
      chip: limit => l10n.t('resolution up to {0} m', numberText(limit)),
      max: 1000,
    },
    stac: { name: 'gsd', min: Number.MIN_VALUE, max: Infinity },
    agents: { description: 'Meters.' },
  },
  rate: {
    type: 'number',
    value: clearRate,
    text: rate => numberText(Number(rate.toPrecision(3))),
    column: { label: () => l10n.t('Credits per clear km²'), width: 194, needsShare: true, isDetail: true },
    file: 'none',
    agents: 'not told',
  },
  note: {
    type: 'text',
    value: ({ pin }) => pin?.note,
    column: { label: () => l10n.t('Note'), width: 170, isDetail: false },
    file: { place: 16, ifAny: true },
    agents: 'not told',
  },
  shortlisted: {
    type: 'text',
    value: ({ pin }) => (pin ? 'yes' : undefined),
    column: 'none',
    file: { place: 18, ifAny: true },
    agents: 'not told',
  },
  processingLevel: {
    type: 'text',
    column: {
      label: () => l10n.t('Processing level'),
      id: 'level',
      width: 130,
      isShown: true,
      isDetail: true,
    },
    file: { place: 5 },
    sortField: 'processingLevel',
    stac: { name: 'processingLevel' },
    agents: {},
  },
  productType: {
    type: 'text',
    column: { label: () => l10n.t('Product type'), width: 110, isDetail: true },
    file: { place: 6 },
    stac: { name: 'productType' },
    agents: {},
  },
  platform: {
    type: 'text',
    column: { label: () => l10n.t('Platform'), width: 84, isDetail: true },
    file: { place: 4 },
    sortField: 'platform',
    stac: { name: 'platform' },
    agents: 'not told',
  },
  parentIdentifier: {
    type: 'text',
    column: { label: () => l10n.t('Strip'), id: 'strip', width: 170, isDetail: false },
    file: { place: 11 },
    agents: 'not told',
  },
  acquisitionIdentifier: {
    type: 'text',
    isOfHost: true,
    column: 'none',
    file: 'none',
    agents: 'not told',
  },
  longitude: {
    type: 'number',
    value: (_, { center }) => center?.[0],
    column: 'none',
    file: { place: 12, write: roundTo(6), isOfGeometry: true },
    agents: 'not told',
  },
  latitude: {
    type: 'number',
    value: (_, { center }) => center?.[1],
    column: 'none',
    file: { place: 13, write: roundTo(6), isOfGeometry: true },
    agents: 'not told',
  },
  areaKm2: {
    type: 'number',
    value: (_, { areaKm2 }) => areaKm2,
    column: 'none',
    file: { place: 14, write: roundTo(3), isOfGeometry: true },
    agents: 'not told',
  },
  id: {
    type: 'text',
    column: { label: () => l10n.t('ID'), width: 270, isDetail: true },
    file: { place: 1 },
    agents: {},
  },
} as const satisfies Record<keyof SentFacts | 'id', ImageFact> & Record<string, ImageFact>;

type Facts = typeof imageFacts;
export type FactName = keyof Facts;
type Having<Part> = { [N in FactName]: Facts[N] extends Part ? N : never }[FactName];

type SentName = Exclude<FactName, 'id' | Having<{ value: unknown } | { property: string }>>;
type PropertyName = Having<{ property: string }>;
type RowName = Exclude<SentName | PropertyName, Having<{ isOfHost: true }>>;

/** What the page gets of the facts; the others it derives from these. */
export type RowFacts = { [N in RowName]?: Facts[N]['type'] extends 'number' ? number : string };

// `Object.keys` returns string[], because an object can have more keys than its type.
export const factNames = Object.keys(imageFacts) as FactName[];
const all: Readonly<Record<FactName, ImageFact>> = imageFacts;

export function factNamed(name: FactName): ImageFact {
  return all[name];
}

function isProperty(name: FactName): name is PropertyName {
  const fact = all[name];
  return fact.type === 'number' && fact.property !== undefined;
}

/** Whether an image has it as a member, besides the ID. */
export function isSent(name: FactName): name is SentName {
  return name !== 'id' && all[name].value === undefined && !isProperty(name);
}

/** Whether a row of the page has it as a member, besides the ID. */
export function isOfRow(name: FactName): name is RowName {
  return all[name].isOfHost !== true && (isSent(name) || isProperty(name));
}

/** A copy of an image, beside it the facts among its properties. What is packed is read once. */
export function withFacts(image: Image): Image & { [N in PropertyName]?: number } {
  const { ...members } = image;
  const found = factNames.filter(isProperty).flatMap(name => {
    const value = members.properties[imageFacts[name].property];
    return typeof value === 'number' ? [[name, value] as const] : [];
  });
  return { ...members, ...Object.fromEntries(found) };
}

/** `undefined` if it isn't known. */
export function factValue(
  name: FactName,
  image: Known,
  measured: Measured = {},
): string | number | undefined {
  const { value } = all[name];
  const known = value ? value(image, measured) : (image as { [N in FactName]?: string | number })[name];
  return known === '' ? undefined : known;
}

/** Empty if it isn't known. */
export function factText(name: FactName, image: Known, measured: Measured): string {
  const fact = all[name];
  const value = factValue(name, image, measured);
  if (value === undefined) return fact.unknown?.(measured) ?? '';
  if (fact.type === 'number') return (fact.text ?? numberText)(Number(value));
  return (fact.text ?? String)(String(value));
}

/** How the service is asked for this order. */
export function serviceOrder(field: string, isDescending: boolean): string {
  const then = field === 'acquisitionDate' ? 'cloudCover' : '-acquisitionDate';
  return `${isDescending ? '-' : ''}${field},${then}`;
}

/**
 * Credits per km² of the area that the image shows without clouds, by the estimate for the area, or until it is
 * estimated by the service's cloud cover of the whole acquisition.
 *
 * @returns `undefined` unless an order of this image for this area is priced and shows something, and if an estimate
 *   couldn't say how much
 */
function clearRate({ pin, cloudCover }: Known, { share, clear }: Measured): number | undefined {
  if (clear === 'unknown') return undefined;
  const clearShare = clear?.share ?? cloudlessShare(cloudCover);
  if (pin?.creditsPerKm2 === undefined || share === undefined || clearShare === undefined) return undefined;
  const visibleShare = share * clearShare;
  return visibleShare > 0 ? pin.creditsPerKm2 / visibleShare : undefined;
}

function cloudlessShare(cloudCover: number | undefined): number | undefined {
  return cloudCover === undefined ? undefined : 1 - cloudCover / 100;
}

/** To a number of decimals: a millionth of a degree is a tenth of a meter. */
function roundTo(decimals: number): (value: number) => number {
  return value => Number(value.toFixed(decimals));
}
