/** Why these images were chosen to cover an AOI, in data and in words. */
import * as l10n from '@vscode/l10n';
import type { CoverCandidate, CoverChoice, CoverWish, RatedCandidate } from './bestCover.ts';
import { dayMs, isoDay } from '../words/moment.ts';
import { dayText } from '../words/momentText.ts';
import { shareText } from '../words/shareText.ts';

/** `text` is a full sentence for the user, in the language of the editor. */
export type CoverReason = { text: string } & (
  | { kind: 'count'; count: number; share: number; isProven: boolean }
  /** The day of the oldest, and the share that all newer ones cover together. */
  | { kind: 'oldest'; day: string; shareBefore: number }
  /** Of the cloudiest, 0 to 100, and the share that all clearer ones cover together. */
  | { kind: 'cloudiest'; cloudCover: number; shareBefore: number }
  /** So many had to be used although the service does not tell their date or cloud cover. */
  | { kind: 'unknown'; count: number }
  | { kind: 'stereo'; count: number }
  /** No candidate covers this share of the AOI. */
  | { kind: 'uncovered'; share: number }
  /** More images than were asked for would be needed. */
  | { kind: 'limited'; needed: number }
);

interface Circumstances {
  used: readonly RatedCandidate[];
  /** Images without the limit. */
  needed: number;
  /** The share that all better candidates cover together. */
  shareBefore: number;
}

export function coverReasons(
  wish: CoverWish,
  choice: Omit<CoverChoice, 'reasons'>,
  { used, needed, shareBefore }: Circumstances,
): CoverReason[] {
  const reasons: CoverReason[] = [countReason(choice)];
  const worst = used.reduce<RatedCandidate | undefined>(
    (found, one) => (one.isKnown && one.badness > (found?.badness ?? -Infinity) ? one : found),
    undefined,
  );
  const isBound = worst !== undefined && used.every(one => one.isKnown && !one.isStereo);
  if (worst && wish === 'newest') reasons.push(oldestReason(worst, isBound ? shareBefore : 0));
  if (worst && wish === 'clearest') reasons.push(cloudiestReason(worst, isBound ? shareBefore : 0));
  const unknown = used.filter(({ isKnown }) => !isKnown).length;
  if (unknown > 0) reasons.push({ kind: 'unknown', count: unknown, text: unknownText(wish, unknown) });
  const stereo = used.filter(({ isStereo }) => isStereo).length;
  if (stereo > 0) reasons.push({ kind: 'stereo', count: stereo, text: stereoText(stereo) });
  if (choice.reachable < 1 && !choice.isReached) {
    const share = 1 - choice.reachable;
    reasons.push({
      kind: 'uncovered',
      share,
      text: l10n.t('No image of the list covers the remaining {0} of the area.', shareText(share)),
    });
  }
  if (needed > used.length) {
    reasons.push({
      kind: 'limited',
      needed,
      text: l10n.t('To cover all that can be covered takes {0} images.', needed),
    });
  }
  return reasons;
}

function countReason({ images, share, isProven }: Omit<CoverChoice, 'reasons'>): CoverReason {
  const count = images.length;
  return { kind: 'count', count, share, isProven, text: countText(count, shareText(share), isProven) };
}

function countText(count: number, share: string, isProven: boolean): string {
  if (count === 0) return l10n.t('No image of the list covers any of the area.');
  if (count === 1) return l10n.t('One image covers {0} of the area.', share);
  return isProven
    ? l10n.t('{0} images cover {1} of the area; fewer do not.', count, share)
    : l10n.t('{0} images cover {1} of the area. There are too many to say that fewer do not.', count, share);
}

function oldestReason({ badness }: RatedCandidate, shareBefore: number): CoverReason {
  const day = isoDay(-badness * dayMs);
  const text =
    shareBefore > 0
      ? l10n.t('The oldest is of {0}: all newer images together cover {1}.', day, shareText(shareBefore))
      : l10n.t('The oldest is of {0}.', day);
  return { kind: 'oldest', day, shareBefore, text };
}

function cloudiestReason({ badness }: RatedCandidate, shareBefore: number): CoverReason {
  const cloudCover = badness;
  const shown = percentOf(cloudCover);
  const text =
    shareBefore > 0
      ? l10n.t(
          'The cloudiest has {0} cloud: all clearer images together cover {1}.',
          shown,
          shareText(shareBefore),
        )
      : l10n.t('The cloudiest has {0} cloud.', shown);
  return { kind: 'cloudiest', cloudCover, shareBefore, text };
}

function unknownText(wish: CoverWish, count: number): string {
  if (wish === 'newest') {
    return count === 1
      ? l10n.t('The service does not tell the date of one image; the others do not cover the area.')
      : l10n.t('The service does not tell the dates of {0} images; the others do not cover the area.', count);
  }
  return count === 1
    ? l10n.t('The service does not tell the cloud cover of one image; the others do not cover the area.')
    : l10n.t(
        'The service does not tell the cloud cover of {0} images; the others do not cover the area.',
        count,
      );
}

function stereoText(count: number): string {
  return count === 1
    ? l10n.t('One image is a look of a stereo acquisition; the others do not cover the area.')
    : l10n.t('{0} images are looks of stereo acquisitions; the others do not cover the area.', count);
}

/** `adds 34 %, 2025-03-01, 3 % cloud, incidence 12.1°`: what is not known is left out. */
export function memberText(
  { acquisitionDate, cloudCover, incidenceAngle }: CoverCandidate,
  adds: number,
): string {
  const facts = [l10n.t('adds {0}', shareText(adds))];
  if (acquisitionDate !== undefined) facts.push(dayText(acquisitionDate));
  if (cloudCover !== undefined) facts.push(l10n.t('{0} cloud', percentOf(cloudCover)));
  if (incidenceAngle !== undefined) facts.push(l10n.t('incidence {0}°', oneDecimal(incidenceAngle)));
  return facts.join(', ');
}

/** @param cover 0 to 100 */
export function percentOf(cover: number): string {
  return l10n.t('{0} %', oneDecimal(cover));
}

export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
