/** Why images are in no pair for a change analytic. */
import * as l10n from '@vscode/l10n';
import type { Analytic } from '../order/analyticOrder.ts';

import type { PairMember } from './pairReasons.ts';
import type { Image } from './imagery.ts';
import { shareText } from '../words/shareText.ts';

export interface PairObstacle {
  /**
   * Each image counts for its first obstacle alone. `one` are images of a constellation that has no other left;
   * `sameAcquisition` and `apart` count pairs.
   */
  kind:
    | 'analytic'
    | 'constellation'
    | 'album'
    | 'level'
    | 'outside'
    | 'cover'
    | 'one'
    | 'sameAcquisition'
    | 'apart';
  count: number;
  /** A full sentence for the user, in the language of the editor. */
  text: string;
}

/** The images that are left after each condition. */
type Sieved =
  | { kind: 'analytic' }
  | {
      kind: 'images';
      images: readonly Image[];
      runnable: readonly Image[];
      sensors: readonly Image[];
      members: readonly PairMember[];
      least: number;
      apart: NonNullable<PairOptions['apart']>;
      /** `undefined` when pairs were found. */
      pairsLeftOut: { sameAcquisition: number; apart: number } | undefined;
    };

export function obstaclesOf(analytic: Analytic, sieved: Sieved): PairObstacle[] {
  if (sieved.kind === 'analytic') {
    const text = l10n.t('{0} does not compare two images: choose a change analytic.', analytic.name);
    return [{ kind: 'analytic', count: 1, text }];
  }
  const { images, runnable, sensors, members, least, apart, pairsLeftOut } = sieved;
  const album = runnable.filter(({ processingLevel }) => processingLevel?.toUpperCase() === 'ALBUM').length;
  const alone = pairsLeftOut ? aloneOf(members) : 0;
  const counts: [PairObstacle['kind'], number, (count: number) => string][] = [
    ['constellation', images.length - runnable.length, count => constellationText(analytic, count)],
    ['album', album, albumText],
    ['level', runnable.length - sensors.length - album, levelText],
    ['outside', sensors.length - members.length, outsideText],
    ['cover', members.filter(({ isWhole }) => !isWhole).length, count => coverText(count, least)],
    ['one', alone, oneText],
    ['sameAcquisition', pairsLeftOut?.sameAcquisition ?? 0, sameAcquisitionText],
    ['apart', pairsLeftOut?.apart ?? 0, count => apartText(count, apart)],
  ];
  return counts.flatMap(([kind, count, text]) => (count > 0 ? [{ kind, count, text: text(count) }] : []));
}

/** Images without another one of their constellation. */
function aloneOf(members: readonly PairMember[]): number {
  const counts = new Map<string | undefined, number>();
  for (const { image } of members)
    counts.set(image.constellation, (counts.get(image.constellation) ?? 0) + 1);
  return [...counts.values()].filter(count => count === 1).length;
}

function constellationText({ name, sensor }: Analytic, count: number): string {
  const supported = sensor.length > 0 ? sensor.join(', ') : 'PHR, SPOT';
  return count === 1
    ? l10n.t('1 image is of a constellation that {0} does not support; it supports {1}.', name, supported)
    : l10n.t(
        '{2} images are of constellations that {0} does not support; it supports {1}.',
        name,
        supported,
        count,
      );
}

function albumText(count: number): string {
  return count === 1
    ? l10n.t('1 image is ALBUM; analytics take SENSOR images.')
    : l10n.t('{0} images are ALBUM; analytics take SENSOR images.', count);
}

function levelText(count: number): string {
  return count === 1
    ? l10n.t('1 image is not said to be SENSOR.')
    : l10n.t('{0} images are not said to be SENSOR.', count);
}

function outsideText(count: number): string {
  return count === 1
    ? l10n.t('1 image covers nothing of the area.')
    : l10n.t('{0} images cover nothing of the area.', count);
}

function coverText(count: number, least: number): string {
  return count === 1
    ? l10n.t('1 image covers less than {0} of the area: a smaller area may fit into it.', shareText(least))
    : l10n.t(
        '{1} images cover less than {0} of the area: a smaller area may fit into them.',
        shareText(least),
        count,
      );
}

function oneText(count: number): string {
  return count === 1
    ? l10n.t('1 image is the only one of its constellation: search over a longer time.')
    : l10n.t('{0} images are each the only one of their constellation: search over a longer time.', count);
}

function sameAcquisitionText(count: number): string {
  return count === 1
    ? l10n.t('1 pair is the same acquisition twice: search over a longer time.')
    : l10n.t('{0} pairs are the same acquisition twice: search over a longer time.', count);
}

function apartText(count: number, { min, max }: NonNullable<PairOptions['apart']>): string {
  const asked =
    min !== undefined && max !== undefined
      ? l10n.t('{0} to {1} days', min, max)
      : min !== undefined
        ? l10n.t('{0} days or more', min)
        : l10n.t('{0} days or less', max ?? 0);
  return count === 1
    ? l10n.t('1 pair is not {0} apart: ask for another time between the two.', asked)
    : l10n.t('{1} pairs are not {0} apart: ask for another time between the two.', asked, count);
}

export interface PairOptions {
  /** Pairs wanted; 5 when left out. */
  most?: number;
  /** Time between the two acquisitions, days. */
  apart?: { min?: number; max?: number };
  /** The share of the AOI that each must cover, 0 to 1; 0.999 when left out. */
  least?: number;
}
