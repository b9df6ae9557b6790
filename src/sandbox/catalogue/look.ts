import type { Capture, Cell, Site, Stereo, World } from './world.ts';
import { cloudCover, snowCover } from './climate.ts';
import type { Spacecraft } from './fleet.ts';
import { footprintOf } from './footprint.ts';
import { earthRadiusKm, periodOf, timeAt, toGround } from './orbit.ts';
import { hash, unit } from '../http/random.ts';
import type { Area, Position } from './shapes.ts';
import { sunOver, type SunDirection } from './sun.ts';

/** Living Library criteria (Specification: Limits). */
const libraryCloud = 30;
const libraryIncidence = 40;

/** An image is listed so long after it was taken, hours. */
export const publishedAfter = { least: 2, most: 12 } as const;

const degree = Math.PI / 180;
const groundSpeed = (spacecraft: Spacecraft): number =>
  (2 * Math.PI * earthRadiusKm) / (periodOf(spacecraft.orbit) / 1000);

/** The looks of one photographing and their copies; `bits` are what everything about it is drawn from. */
export function looksOf(world: World, site: Site, pass: number, bits: number): Capture[] {
  const acquisition = new Acquisition(world, site, pass, bits);
  const looks: Capture[] = [];
  for (const [view, pitch] of acquisition.pitches().entries()) {
    const look = new Look(acquisition, view, pitch, false);
    looks.push(look);
    const hasCopy = world.duplicates && acquisition.draw(draws.copy) < 0.12 && look.level === 'SENSOR';
    if (hasCopy) looks.push(new Look(acquisition, view, pitch, true));
  }
  return looks;
}

/** Which of an acquisition's numbers decides what. */
const draws = {
  share: 1,
  along: 2,
  across: 3,
  width: 4,
  turn: 5,
  kind: 6,
  pitch: 7,
  cloud: 8,
  snow: 9,
  copy: 10,
  publication: 11,
} as const;

/** One photographing of a cell: what its looks and their copies share. */
class Acquisition {
  readonly world: World;
  readonly site: Site;
  readonly cell: Cell;
  readonly stereo: Stereo;
  readonly along: number;
  private readonly bits: number;
  private readonly share: number;
  private knownCentre: Position | undefined;
  private knownFootprint: Area | undefined;

  constructor(world: World, site: Site, pass: number, bits: number) {
    this.world = world;
    this.site = site;
    this.bits = bits;
    this.cell = { spacecraft: site.spacecraft.index, pass, segment: site.segment, lane: site.lane };
    const kind = this.draw(draws.kind);
    this.stereo = kind < 0.03 ? 'tristereo' : kind < 0.09 ? 'stereo' : 'mono';
    this.share = 0.4 + 0.55 * this.draw(draws.share);
    this.along = site.middle + (this.draw(draws.along) - 0.5) * site.length * (1 - this.share);
  }

  /** In [0, 1). */
  draw(which: number): number {
    return unit(hash(this.bits, which));
  }

  get across(): number {
    const { lane, width } = this.site;
    return lane * width + (this.draw(draws.across) - 0.5) * width * 0.5;
  }

  get centre(): Position {
    const { spacecraft, node } = this.site;
    return (this.knownCentre ??= toGround(spacecraft.orbit, node, this.along, this.across));
  }

  get footprint(): Area {
    const { spacecraft, node, length, width } = this.site;
    return (this.knownFootprint ??= footprintOf(spacecraft, node, {
      along: this.along,
      across: this.across,
      length: length * this.share,
      width: width * (0.97 + 0.06 * this.draw(draws.width)),
      turn: (this.draw(draws.turn) - 0.5) * 8 * degree,
    }));
  }

  /** How far each look is tilted forward, degrees. */
  pitches(): number[] {
    switch (this.stereo) {
      case 'mono':
        return [(this.draw(draws.pitch) - 0.5) * 20];
      case 'stereo':
        return [12, -12];
      case 'tristereo':
        return [14, 0, -14];
    }
  }
}

class Look implements Capture {
  readonly view: number;
  readonly copy: boolean;
  readonly time: number;
  private readonly acquisition: Acquisition;
  private readonly pitch: number;
  private knownCloud: number | undefined;
  private knownSnow: number | undefined;
  private knownIncidence: number | undefined;
  private knownSun: SunDirection | undefined;

  constructor(acquisition: Acquisition, view: number, pitch: number, copy: boolean) {
    this.acquisition = acquisition;
    this.view = view;
    this.pitch = pitch;
    this.copy = copy;
    const { spacecraft } = acquisition.site;
    const { orbit, instrument } = spacecraft;
    // SPOT's times are whole seconds, the others' milliseconds.
    const tick = instrument.constellation === 'SPOT' ? 1000 : 1;
    const exact =
      timeAt(orbit, acquisition.cell.pass, acquisition.along) -
      (1000 * orbit.altitudeKm * Math.tan(pitch * degree)) / groundSpeed(spacecraft);
    this.time = Math.round(exact / tick) * tick;
  }

  get cell(): Cell {
    return this.acquisition.cell;
  }

  get spacecraft(): Spacecraft {
    return this.acquisition.site.spacecraft;
  }

  get stereo(): Stereo {
    return this.acquisition.stereo;
  }

  get published(): number {
    const { least, most } = publishedAfter;
    return this.time + (least + (most - least) * this.acquisition.draw(draws.publication)) * 3_600_000;
  }

  get centre(): Position {
    return this.acquisition.centre;
  }

  footprint(): Area {
    return this.acquisition.footprint;
  }

  get cloud(): number {
    return (this.knownCloud ??= cloudCover(
      this.acquisition.world.seed,
      this.centre,
      this.time,
      this.acquisition.draw(draws.cloud),
    ));
  }

  get snow(): number {
    return (this.knownSnow ??= snowCover(
      this.acquisition.world.seed,
      this.centre,
      this.time,
      this.acquisition.draw(draws.snow),
    ));
  }

  get incidence(): number {
    return (this.knownIncidence ??=
      Math.acos(Math.cos(this.incidenceAcross * degree) * Math.cos(this.incidenceAlong * degree)) / degree);
  }

  /** Angle between the ground's normal and the look of a satellite that stands `across` radians to the west. */
  get incidenceAcross(): number {
    const { across } = this.acquisition;
    const height = this.spacecraft.orbit.altitudeKm + earthRadiusKm * (1 - Math.cos(across));
    return (Math.atan2(earthRadiusKm * Math.sin(across), height) + across) / degree;
  }

  /** What the satellite pitches by, the ground sees larger by the Earth's curve. */
  get incidenceAlong(): number {
    return this.pitch * (1 + this.spacecraft.orbit.altitudeKm / earthRadiusKm);
  }

  get azimuth(): number {
    const { orbit } = this.spacecraft;
    const { along, across, site } = this.acquisition;
    const [longitude, latitude] = this.centre;
    const ahead = toGround(orbit, site.node, along + 0.001, across);
    const azimuth =
      Math.atan2((ahead[0] - longitude) * Math.cos(latitude * degree), ahead[1] - latitude) / degree;
    return (azimuth + 360) % 360;
  }

  get sun(): SunDirection {
    return (this.knownSun ??= sunOver(this.centre, this.time));
  }

  get level(): 'SENSOR' | 'ALBUM' {
    return !this.copy && this.cloud < libraryCloud && this.incidence < libraryIncidence ? 'SENSOR' : 'ALBUM';
  }
}
