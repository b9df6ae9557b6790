/** The rules for search criteria, apart from their form in requests. */
import * as l10n from '@vscode/l10n';
import { numberText } from '../../base/words/displayLanguage.ts';
import { crossesAntimeridian } from '../../geo/antimeridian.ts';
import { conflict, type CriteriaFault, intervalFaults } from './acquisitionInterval.ts';
import { plainCriteria, type SearchCriteria } from './searchCriteria.ts';
import type { Bounds, Circle } from './searchQuery.ts';

/** Everything for which a search would be refused; empty if it can be sent. */
export function criteriaFaults(criteria: SearchCriteria): CriteriaFault[] {
  return [
    ...areaFaults(criteria),
    ...intervalFaults(criteria),
    ...cloudFaults(criteria),
    ...textFaults(criteria),
    ...sortFaults(criteria),
  ];
}

/** The polygon filter of the service is `relation` and `geometry` together: a circle and a box have no relation. */
function areaFaults(criteria: SearchCriteria): CriteriaFault[] {
  const { aoi, relation, circle, bounds } = criteria;
  const faults = conflict(criteria, 'aoi', 'circle', 'bounds');
  if (relation !== undefined && !aoi) {
    const message = l10n.t('"relation" needs a polygon. Set "aoi", or remove "relation".');
    faults.push({ name: 'relation', isConflict: true, message });
  }
  // Both parts of a cut area are searched, but only intersecting one of them means intersecting the area.
  if (aoi && relation !== undefined && relation !== 'intersects' && crossesAntimeridian(aoi)) {
    const message = l10n.t('Areas across the antimeridian support only "intersects".');
    faults.push({ name: 'relation', isConflict: true, message });
  }
  if (circle) faults.push(...circleFaults(circle));
  if (bounds) faults.push(...boxFaults(bounds));
  return faults;
}

function circleFaults({ longitude, latitude, radius }: Circle): CriteriaFault[] {
  const faults = positionFaults('circle', longitude, latitude);
  if (radius > 0 && Number.isFinite(radius)) return faults;
  return [...faults, { name: 'circle', message: circleForm() }];
}

function boxFaults([west, south, east, north]: Bounds): CriteriaFault[] {
  const faults = [...positionFaults('bounds', west, south), ...positionFaults('bounds', east, north)];
  return south > north ? [...faults, { name: 'bounds', message: boundsForm() }] : faults;
}

export function circleForm(): string {
  return l10n.t('"circle" must be { "longitude": …, "latitude": …, "radius": … }, in degrees and meters.');
}

export function boundsForm(): string {
  return l10n.t('"bounds" must be [west, south, east, north] in degrees, with south below north.');
}

function positionFaults(name: 'circle' | 'bounds', longitude: number, latitude: number): CriteriaFault[] {
  if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) return [];
  const message = l10n.t('{0}, {1} is outside ±180 longitude and ±90 latitude.', longitude, latitude);
  return [{ name, message }];
}

function cloudFaults({ minCloudCover, maxCloudCover }: SearchCriteria): CriteriaFault[] {
  const min = minCloudCover ?? 0;
  const max = maxCloudCover ?? 100;
  if (min >= 0 && min <= max && max <= 100) return [];
  return [
    {
      name: minCloudCover === undefined ? 'maxCloudCover' : 'minCloudCover',
      isConflict: true,
      message: l10n.t(
        'Cloud cover must be a range in 0 to 100 %, not {0} to {1}.',
        numberText(min),
        numberText(max),
      ),
    },
  ];
}

/** An empty parameter would find nothing on one service and everything on another. */
function textFaults(criteria: SearchCriteria): CriteriaFault[] {
  const empty = plainCriteria.map(([name]) => name).filter(name => criteria[name] === '');
  if (criteria.ids?.join('') === '') empty.unshift('ids');
  return empty.map(name => ({ name, message: emptyText(name) }));
}

export function emptyText(name: string): string {
  return l10n.t('"{0}" must be text in quotation marks, and not empty.', name);
}

function sortFaults({ sortBy }: SearchCriteria): CriteriaFault[] {
  if (sortBy === undefined || /^-?\w+(,-?\w+)*$/.test(sortBy)) return [];
  const message = l10n.t(
    '"{0}" must be field names separated by commas, such as {1}.',
    sortBy,
    '-acquisitionDate,cloudCover',
  );
  return [{ name: 'sortBy', message }];
}
