import type { Position } from './shapes.ts';

export interface SunDirection {
  /** Degrees above the horizon. */
  elevation: number;
  /** Degrees clockwise from north. */
  azimuth: number;
}

const degree = Math.PI / 180;

/** Declination of the sun, degrees (Spencer's series to half a degree). */
export function declination(time: number): number {
  return -23.44 * Math.cos(degree * (360 / 365.25) * (dayOfYear(time) + 10));
}

const dayMs = 86_400_000;
const newYear2000 = Date.UTC(2000, 0, 1);

/** Days since the last new year, of a year of mean length: at most a day off, and no calendar is asked. */
export function dayOfYear(time: number): number {
  const days = ((time - newYear2000) / dayMs) % 365.2425;
  return days < 0 ? days + 365.2425 : days;
}

/** Where the sun stands over a place, from declination and hour angle; good to about a degree. */
export function sunOver([longitude, latitude]: Position, time: number): SunDirection {
  const season = degree * (360 / 364) * (dayOfYear(time) - 81);
  const equationOfTime = 9.87 * Math.sin(2 * season) - 7.53 * Math.cos(season) - 1.5 * Math.sin(season);
  const minutes = ((time % 86_400_000) + 86_400_000) / 60_000;
  const hourAngle = degree * ((minutes + equationOfTime) / 4 + longitude - 180);
  const sun = declination(time) * degree;
  const place = latitude * degree;
  const height = Math.sin(place) * Math.sin(sun) + Math.cos(place) * Math.cos(sun) * Math.cos(hourAngle);
  const azimuth = Math.atan2(
    -Math.cos(sun) * Math.sin(hourAngle),
    Math.sin(sun) * Math.cos(place) - Math.cos(sun) * Math.sin(place) * Math.cos(hourAngle),
  );
  return { elevation: Math.asin(height) / degree, azimuth: (azimuth / degree + 360) % 360 };
}
