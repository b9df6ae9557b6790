import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import * as vscode from 'vscode';
import { boundingBox } from '../../../geo/box.ts';
import { refuseLinkOut } from '../../../platform/dialogs/linkOut.ts';
import { showInputBox, showWarningMessage } from '../../../platform/dialogs/window.ts';
import { fileNamePart, readForeign, unlessMissing } from '../../../platform/files/files.ts';
import { writeWhole } from '../../../platform/files/writeFiles.ts';
import type { Slot } from '../../../platform/host/storage.ts';
import { UserError } from '../../../platform/host/userError.ts';
import {
  areaAround,
  type Decision,
  drawnCount,
  type Grid,
  isSampleDesign,
  readReview,
  type Review,
  reviewGrid,
  type SampleDesign,
} from '../../reports/rules/index.ts';
import type { ReviewRequest, ReviewShown } from '../../../protocol/protocol.ts';
import { featureBatches, indexOfFile } from '../reportFiles.ts';
import type { ReportOnMap } from '../reports.ts';
import { reportWork } from '../reportWork.ts';

/** The end of the name of a review file. */
export const reviewEnding = '.review.json';

/** Reads the review of the report on the map, or writes a decision to it. Throws {@link UserError} if it can't. */
export type AnswerReview = (report: ReportOnMap, request: ReviewRequest) => Promise<ReviewShown>;

/** Each reviewer has a file beside the report. @param name of the reviewer, for all reports */
export function createReviews(name: Slot<string>): AnswerReview {
  let opened:
    | { report: ReportOnMap; path: string; empty: Review; divided?: { area: Polygon; grid: Grid } }
    | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let openings = 0;

  async function open(report: ReportOnMap, asks: ReviewRequest['asks']): Promise<ReviewShown> {
    openings += 1;
    const opening = openings;
    const path = reportPath(report);
    const asksName = asks === 'name' || (asks === 'start' && name.read() === undefined);
    const reviewer = asksName ? await askName(name.read()) : name.read();
    if (reviewer === undefined) return {};
    if (asksName) await name.write(reviewer);
    await writing;
    // Decisions count features: those on the map must be those of the file.
    const places = (await unlessMissing(indexOfFile(path)))?.places;
    const isShown = isDeepStrictEqual(places, report.index.places);
    if (!isShown) throw new UserError(l10n.t('{0} has changed. Show it on the map again.', basename(path)));
    const sha256 = await fileHash(path);
    const stored = await ownReview(path, reviewer);
    const { decisions, cells = [], sample, sha256: before } = stored.review ?? { decisions: [], sha256 };
    const isStarted = asks === 'start' && (before === sha256 || (await goesOn(path, stored.path)));
    if (before !== sha256 && !isStarted) return { reviewer, decisions: [] };
    const empty: Review = { version: 1, report: basename(path), sha256, reviewer, decisions: [] };
    const divided = isStarted || sample ? await divide(report, sample) : undefined;
    // Another one was opened while this one was read.
    if (opening !== openings) return {};
    opened = { report, path: stored.path, empty, divided };
    // Files of others are read only for somebody who reviews too.
    const others = asks ? await disagreements(path, { ...empty, decisions }) : [];
    return {
      reviewer,
      decisions,
      ...(cells.length > 0 && { cells }),
      ...(sample && { sample }),
      ...(divided && { grid: divided.grid }),
      isStarted,
      ...(others.length > 0 && { others }),
    };
  }

  return async (report, { asks, feature, decision, order, cell, missed, note, sample: design }) => {
    if (feature === undefined && cell === undefined) return open(report, asks);
    if (opened?.report !== report || (feature ?? 0) >= drawnCount(report.index.places)) return {};
    const { path, empty, divided } = opened;
    const written = writing.then(async () => {
      // As the file is now: another window may have written to it.
      const review = (await readReviewFile(path)) ?? empty;
      const at = new Date().toISOString();
      const noted = { note, at };
      const decisions = review.decisions.filter(entry => entry.feature !== feature);
      if (feature !== undefined && decision) {
        decisions.push({ feature, decision, order, ...noted });
      }
      const cells = (review.cells ?? []).filter(entry => entry.cell !== cell);
      if (cell !== undefined && missed !== undefined) {
        cells.push({ cell, missed: missed ?? undefined, ...noted });
      }
      // Drawn once: everything that was looked at belongs to the same sample.
      const drawn = design && divided && { ...design, side: divided.grid.side, area: divided.area };
      // Features that aren't on Earth have no area, and a file with such a design couldn't be read.
      const sample = review.sample ?? (isSampleDesign(drawn) ? drawn : undefined);
      await refuseLinkOut(path);
      const { sha256 } = empty;
      const changed: Review = {
        ...review,
        sha256,
        ...(sample && { sample }),
        decisions,
        ...((review.cells ?? cells.length > 0) && { cells }),
      };
      await writeWhole(path, `${JSON.stringify(changed, null, 2)}\n`);
    });
    writing = written.catch(() => undefined);
    await written;
    return {};
  };
}

/** Of the bytes of a file, in hexadecimal; read in parts, because a report can be long. */
async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The cells of a sample, or of a new one. */
async function divide(report: ReportOnMap, sample: SampleDesign | undefined) {
  const boxes = await featureBoxes(report);
  const area = sample?.area ?? report.area ?? areaAround(boxes);
  return { area, grid: reviewGrid(area, sample?.side, boxes) };
}

/** West, south, east and north of each feature. */
async function featureBoxes(report: ReportOnMap): Promise<Float64Array> {
  const boxes = new Float64Array(drawnCount(report.index.places) * 4);
  let at = 0;
  for await (const some of featureBatches(report)) {
    for (const { geometry } of some) {
      boxes.set(boundingBox(geometry), at);
      at += 4;
    }
  }
  return boxes;
}

export function reportPath({ uri, title }: ReportOnMap): string {
  const { scheme, fsPath } = vscode.Uri.parse(uri);
  if (scheme === 'file') return fsPath;
  throw new UserError(l10n.t('Save {0} as a file first, then show it on the map again.', title));
}

export function reportStem(path: string): string {
  return path.replace(/\.(geo)?json$/i, '');
}

/** The first reviewer's file has the name of the report, the others' also have theirs. */
export async function ownReview(path: string, reviewer: string): Promise<{ path: string; review?: Review }> {
  for (const start of [reportStem(path), `${reportStem(path)}.${fileNamePart(reviewer)}`]) {
    const file = start + reviewEnding;
    const review = await readReviewFile(file);
    if (!review || review.reviewer === reviewer) return { path: file, review };
  }
  throw new UserError(l10n.t('The review file for {0} belongs to somebody else.', reviewer));
}

/** Some 35,000 decisions without notes, more than anybody makes; read in some ten milliseconds. Bytes. */
const longestReview = 5_000_000;
/** That many files of others are compared. */
const maxOthers = 20;

/** `undefined` if it doesn't exist. Throws {@link UserError} for any other content: it is never overwritten. */
export async function readReviewFile(path: string): Promise<Review | undefined> {
  const text = await unlessMissing(readForeign(path, longestReview));
  const review = readReview(text ?? '');
  if (review || text === undefined) return review;
  throw new UserError(l10n.t('{0} is not a valid review file. Fix, rename or delete it.', basename(path)));
}

/** What the other reviewers beside the report decided otherwise. Files that can't be read are nobody's. */
async function disagreements(path: string, current: Review) {
  const folder = dirname(path);
  const start = `${basename(reportStem(path))}.`;
  const names = (await readdir(folder)).filter(name => name.startsWith(start) && name.endsWith(reviewEnding));
  const found: { reviewer: string; decisions: Decision[] }[] = [];
  // One by one, because they may be long.
  for (const name of names.sort().slice(0, maxOthers)) {
    const text = await readForeign(join(folder, name), longestReview).catch(() => '');
    const other = await reportWork.run('otherDecisions', text, current);
    if (other && other.decisions.length > 0) found.push(other);
  }
  return found;
}

async function askName(value = ''): Promise<string | undefined> {
  const prompt = l10n.t('Your name in review files. Each reviewer has a file of their own.');
  const answer = await showInputBox({ title: l10n.t('Reviewer'), prompt, value });
  return answer?.trim().slice(0, 60) || undefined;
}

/** Whether a review goes on although its report has changed. */
async function goesOn(path: string, file: string): Promise<boolean> {
  const goOn = l10n.t('Continue Review');
  const message = l10n.t('{0} has changed since it was reviewed.', basename(path));
  const detail = l10n.t('Decisions may belong to other features. To start over, rename {0}.', basename(file));
  return (await showWarningMessage(message, { modal: true, detail }, goOn)) === goOn;
}
