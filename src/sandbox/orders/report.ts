/** Analytic reports: plausible findings inside the area of interest, the same for the same order. */
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { analyticOf, type Analytic } from './analytics.ts';
import { footprintOf, type Capture } from '../catalogue/capture.ts';
import { isLand } from '../catalogue/land.ts';
import { hashText, stream } from '../http/random.ts';
import { notFound, iso } from '../http/service.ts';
import { degree } from '../../model/geometry/sphere.ts';
import {
  areaOfRings,
  covers,
  holds,
  kmPerDegree,
  meets,
  squareKilometers,
  type Area,
  type Position,
} from '../catalogue/shapes.ts';
import type { WorkspaceItem } from './workspaceItems.ts';

const mostFindings = 2000;

/** Throws a refusal if the item is not a report of a known analytic. */
export function reportOf({ id, delivery, area, images, source }: WorkspaceItem): FeatureCollection {
  const { analytic: code } = delivery.datas;
  const analytic = typeof code === 'string' ? analyticOf(code) : undefined;
  if (!analytic) throw notFound('report', id);
  const before = images[0] ?? source;
  const next = stream(hashText(id));
  const wanted = Math.min(
    mostFindings,
    Math.ceil(
      squareKilometers(area) * (objects[analytic.code]?.density ?? changeDensity) * (0.6 + 0.8 * next()),
    ),
  );
  const features: Feature[] = [];
  // A place that does not fit is drawn again, within reason: an area can be all water, or hardly in the image.
  for (let tries = 0; features.length < wanted && tries < wanted * 20; tries++) {
    const feature = finding({ analytic, before, after: source, area }, next, features.length);
    if (feature) features.push(feature);
  }
  return { type: 'FeatureCollection', features };
}

/** What analytics of objects find, and how many of it per km². */
const objects: Readonly<Record<string, { class: string; density: number }>> = {
  'analytic.orbitalinsight.cars-detection': { class: 'car', density: 18 },
  'analytic.orbitalinsight.trucks-detection': { class: 'truck', density: 4 },
  'analytic.sandbox.vessels-detection': { class: 'vessel', density: 1.5 },
};
/** Changes per km². */
const changeDensity = 1.5;

interface Study {
  analytic: Analytic;
  /** The same image twice where an analytic takes one. */
  before: Capture;
  after: Capture;
  area: Area;
}

/** One finding at a drawn place, or undefined if none can be there. */
function finding(study: Study, next: () => number, index: number): Feature | undefined {
  const { analytic, before, after, area } = study;
  const { west, east, south, north } = area.box;
  const place: Position = [west + (east - west) * next(), south + (north - south) * next()];
  const common = { id: index + 1, score: Math.round((0.55 + 0.44 * next()) * 1000) / 1000 };
  switch (analytic.type) {
    case 'objects': {
      const onWater = analytic.code === 'analytic.sandbox.vessels-detection';
      // The shoreline is known to a kilometre or so: near it, either element is plausible.
      if (isLand(place) === onWater && next() < 0.7) return undefined;
      if (!holds(area, place) || !meets(footprintOf(after), areaOfRings([[place, place]]))) return undefined;
      return feature(
        { type: 'Point', coordinates: rounded(place) },
        {
          ...common,
          class: objects[analytic.code]?.class,
          length_m: Math.round((onWater ? 12 + 180 * next() ** 3 : 3.5 + 8 * next()) * 10) / 10,
          heading_deg: Math.round(next() * 360),
          acquisitionDate: iso(after.time),
        },
      );
    }
    case 'changes': {
      const ring = blockAt(place, 15 + 90 * next(), 15 + 60 * next(), next() * Math.PI);
      const block = areaOfRings([ring]);
      const seen = covers(footprintOf(before), block) && covers(footprintOf(after), block);
      if (!seen || !covers(area, block)) return undefined;
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
    return rounded([
      longitude + east / (metersPerDegree * Math.cos(latitude * degree)),
      latitude + north / metersPerDegree,
    ]);
  };
  const first = corner(-0.5, -0.5);
  return [first, corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5), first];
}

/** Seven decimals of a degree are a centimetre. */
function rounded([longitude, latitude]: Position): Position {
  return [Math.round(longitude * 1e7) / 1e7, Math.round(latitude * 1e7) / 1e7];
}
