/** Analytic reports: plausible findings, mostly the same ones at all dates. Some are wrong, and have low scores. */
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { dayMs } from '../../base/words/moment.ts';
import { degree } from '../../geo/sphere.ts';
import { type Capture, captureFootprint } from '../catalogue/capture.ts';
import {
  type Area,
  areaOfBox,
  areaOfRings,
  covers,
  holds,
  kmPerDegree,
  meets,
  type Position,
  squareKilometers,
} from '../catalogue/shapes.ts';
import { hash, hashText, stream } from '../http/random.ts';
import { iso, notFound } from '../http/service.ts';
import { landOver } from '../pictures/painter.ts';
import { type Analytic, analyticByCode } from './analytics.ts';
import type { WorkspaceItem } from './orderBook.ts';

const maxFindings = 2000;

/** How often a slot has something, something else is taken for a finding there, and a finding gets a wrong class. */
const shares = { occupied: 0.75, mistaken: 0.03, misnamed: 0.03 } as const;

/** Throws a refusal if the item is not a report of a known analytic. */
export function itemReport(seed: number, item: WorkspaceItem): FeatureCollection {
  const { id, delivery, area, images, source } = item;
  const { analytic: code } = delivery.datas;
  const analytic = typeof code === 'string' ? analyticByCode(code) : undefined;
  if (!analytic) throw notFound('report', id);
  const before = images[0] ?? source;
  const onWater = analytic.code === 'analytic.sandbox.vessels-detection';
  const isLand = landOver(seed, source, area.box);
  const fits = elementIn(area, place => isLand(place) !== onWater);
  const study = { analytic, before, after: source, area, onWater, fits };
  // The world is divided into slots that have one finding or none; if the area is large, into larger ones.
  let sizeKm = Math.sqrt(shares.occupied / (objects[analytic.code]?.density ?? changeDensity));
  const wholeKm2 = Math.max(squareKilometers(area), squareKilometers(areaOfBox(area.box)) / 20);
  while (wholeKm2 / sizeKm ** 2 > maxFindings) sizeKm *= 2;
  const { west, east, south, north } = area.box;
  const height = sizeKm / kmPerDegree;
  const features: Feature[] = [];
  for (let row = Math.floor(south / height); row * height < north; row++) {
    const width = height / Math.cos(Math.min(89, Math.abs(row * height)) * degree);
    for (let column = Math.floor(west / width); column * width < east; column++) {
      const bits = hash(seed ^ hashText(analytic.code), row, column);
      const corner: Position = [column * width, row * height];
      const feature = findingIn({ ...study, bits, corner, size: [width, height] }, features.length);
      if (feature) features.push(feature);
    }
  }
  return { type: 'FeatureCollection', features };
}

/** What analytics of objects find, what they take some for, and how many there are per km². */
const objects: Readonly<Record<string, { class: string; wrongClass: string; density: number }>> = {
  'analytic.orbitalinsight.cars-detection': { class: 'car', wrongClass: 'truck', density: 18 },
  'analytic.orbitalinsight.trucks-detection': { class: 'truck', wrongClass: 'car', density: 4 },
  'analytic.sandbox.vessels-detection': { class: 'vessel', wrongClass: 'platform', density: 1.5 },
};
/** Changes per km². */
const changeDensity = 1.5;

interface Study {
  analytic: Analytic;
  /** The same image twice where an analytic takes one. */
  before: Capture;
  after: Capture;
  area: Area;
  onWater: boolean;
  /** Whether a place is land or water, as the objects need it. */
  fits: (place: Position) => boolean;
  /** The slot: what its numbers are drawn from, its corner in the south-west, and its size in degrees. */
  bits: number;
  corner: Position;
  size: readonly [width: number, height: number];
}

/** Where an area has hardly a place that fits, such as a harbor beyond the painted shore, all of them do. */
function elementIn({ box }: Area, fits: (place: Position) => boolean): (place: Position) => boolean {
  const steps = Array.from({ length: 12 }, (_, step) => (step + 0.5) / 12);
  const { west, east, south, north } = box;
  const places = steps.flatMap(x =>
    steps.map((y): Position => [west + (east - west) * x, south + (north - south) * y]),
  );
  return places.filter(fits).length > places.length * 0.05 ? fits : () => true;
}

function findingIn(study: Study, index: number): Feature | undefined {
  const { analytic, before, after, area, onWater, fits, bits, corner, size } = study;
  const isObject = analytic.type === 'objects';
  /** What is drawn for these images, and for the object itself, which stays for months. */
  const random = stream(hash(bits, before.time / 60_000, after.time / 60_000));
  const stayMs = (120 + 360 * stream(bits)()) * dayMs;
  const isMistaken = random() < shares.mistaken;
  const next = isObject && !isMistaken ? stream(hash(bits, after.time / stayMs)) : random;
  if (!isMistaken && next() > shares.occupied) return undefined;
  const place: Position = [corner[0] + size[0] * next(), corner[1] + size[1] * next()];
  if (isObject && !isMistaken && !fits(place)) return undefined;
  const isMisnamed = isObject && random() < shares.misnamed;
  const score = isMistaken || isMisnamed ? 0.3 + 0.4 * random() : 0.6 + 0.39 * random();
  const common = { id: index + 1, score: Math.round(score * 1000) / 1000 };
  switch (analytic.type) {
    case 'objects': {
      // No two images lie on each other to the decimeter.
      const [seen = place] = blockAt(place, 0.8 * random(), 0, 2 * Math.PI * random());
      if (!holds(area, seen) || !meets(captureFootprint(after), areaOfRings([[seen, seen]])))
        return undefined;
      const kind = objects[analytic.code];
      return feature(
        { type: 'Point', coordinates: seen },
        {
          ...common,
          class: isMisnamed ? kind?.wrongClass : kind?.class,
          length_m: Math.round((onWater ? 12 + 180 * next() ** 3 : 3.5 + 8 * next()) * 10) / 10,
          heading_deg: Math.round(next() * 360),
          acquisitionDate: iso(after.time),
        },
      );
    }
    case 'changes': {
      const ring = blockAt(place, 15 + 90 * next(), 15 + 60 * next(), next() * Math.PI);
      const block = areaOfRings([ring]);
      const seen = covers(captureFootprint(before), block) && covers(captureFootprint(after), block);
      if (!seen || !ring.every(corner => holds(area, corner))) return undefined;
      return feature(
        { type: 'Polygon', coordinates: [ring] },
        {
          ...common,
          class: ['appeared', 'disappeared', 'altered'][Math.floor(next() * 3)],
          area_m2: Math.round(squareKilometers(block) * 1e6),
          before: iso(before.time),
          after: iso(after.time),
        },
      );
    }
  }
}

function feature(geometry: Geometry, properties: Record<string, unknown>): Feature {
  return { type: 'Feature', geometry, properties };
}

/** A turned rectangle of `length` by `width` meters around a place. */
function blockAt([longitude, latitude]: Position, length: number, width: number, turn: number): Position[] {
  const metersPerDegree = 1000 * kmPerDegree;
  const corner = (along: number, aside: number): Position => {
    const east = along * length * Math.cos(turn) - aside * width * Math.sin(turn);
    const north = along * length * Math.sin(turn) + aside * width * Math.cos(turn);
    return roundedCoordinates([
      longitude + east / (metersPerDegree * Math.cos(latitude * degree)),
      latitude + north / metersPerDegree,
    ]);
  };
  const first = corner(-0.5, -0.5);
  return [first, corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5), first];
}

/** Seven decimals of a degree are a centimetre. */
function roundedCoordinates([longitude, latitude]: Position): Position {
  return [Math.round(longitude * 1e7) / 1e7, Math.round(latitude * 1e7) / 1e7];
}
