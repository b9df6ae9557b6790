import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { shareText } from '../../../src/base/words/areaText.ts';
import type { Estimate } from '../../../src/features/reports/rules/accuracy.ts';
import { type Decision, decisionText } from '../../../src/features/reports/rules/review.ts';
import type { Host } from '../../ground/host.ts';
import { Button, Select } from '../../ui/controls.tsx';
import { countText } from '../../ui/format.ts';
import { type AreaModel, focusPlace } from '../areas/index.ts';
import { PropertyTable } from './FeatureCard.tsx';
import { ReportImageNote, type ReportImageProps } from './ReportImageNote.tsx';
import type { ReportModel } from './reportModel.ts';
import type { ReviewModel } from './reviewModel.ts';
import type { ReviewEstimates } from './reviewSample.ts';

interface ReviewProps {
  report: ReportModel;
  review: ReviewModel;
}

interface ReportReviewProps extends ReviewProps, Omit<ReportImageProps, 'host'> {
  host: Pick<Host, 'state' | 'post'>;
  areas: AreaModel;
}

/** Steps through the features of the report, each to be accepted or rejected, and says how precise they are. */
export function ReportReview({ report, review, areas, ...beneath }: ReportReviewProps) {
  const section = useRef<HTMLElement>(null);
  const isRunning = review.queue.value !== undefined;
  const { problem, reviewer } = review.details.value;
  const size = review.decisions.value.size + review.cellReviews.value.size;
  /** Then saving is the next step. */
  const isWhole = !review.isCells.value && reviewedCount(review) >= report.features.value.length;
  useLayoutEffect(() => {
    [review.decisions.value, review.cellReviews.value, review.details.value] = [new Map(), new Map(), {}];
    review.send({});
    return review.stop;
  }, []);
  const save = () => beneath.host.post({ kind: 'saveReviewedReport' });
  const rename = () => review.send({ asks: 'name' });
  const startText = size > 0 ? l10n.t('Continue Review') : l10n.t('Start Review');
  return (
    <section ref={section} id="side-review" class="side-part" aria-label={l10n.t('Review')} tabindex={-1}>
      <div class="review">
        <Choices report={report} review={review} />
        <ReportImageNote {...beneath} />
        {problem !== undefined && <div role={reviewer === undefined ? 'status' : 'alert'}>{problem}</div>}
        {isRunning && (
          <Step report={report} review={review} areas={areas} leaveField={() => section.current?.focus()} />
        )}
        {(size > 0 || !isRunning) && (
          <div class="bar-line">
            {!isRunning && (problem === undefined || reviewer !== undefined) && (
              <Button label={startText} isPrimary={!isWhole} onPress={() => review.send({ asks: 'start' })} />
            )}
            {size > 0 && (
              <Button
                label={l10n.t('Save Reviewed GeoJSON…')}
                isPrimary={isWhole && !isRunning}
                onPress={save}
              />
            )}
          </div>
        )}
        {size > 0 && <Summary report={report} review={review} />}
        {reviewer !== undefined && <Button label={l10n.t('Reviewer: {0}…', reviewer)} onPress={rename} />}
      </div>
    </section>
  );
}

/** Which features are offered, and in which order. */
function Choices({ review, report }: ReviewProps) {
  const { classKey, otherReviewer } = review.choice.value;
  const others = (review.details.value.others ?? []).map(
    ({ reviewer, decisions: { length } }) =>
      [reviewer, l10n.t('Disagreements with {0} ({1})', reviewer, countText(length))] as const,
  );
  const classes = report.classing.value.classes.map(({ key, label }) => [key, label] as const);
  const orders = [
    ['uncertain', l10n.t('Least certain first')],
    ['near', l10n.t('Nearby ones together')],
    ['file', l10n.t('As in the file')],
    ['random', l10n.t('Random sample')],
    ['cells', l10n.t('Missed objects')],
  ] as const;
  const allClasses = ['', l10n.t('All classes')] as const;
  const all = ['', l10n.t('All features')] as const;
  const isCells = review.isCells.value;
  const scored = orders.slice(review.score.value ? 0 : 1);
  const selects = [
    ['order', l10n.t('Sort by'), scored, review.order.value, true],
    ['classKey', l10n.t('Class'), [allClasses, ...classes], classKey, classes.length > 1 && !isCells],
    ['otherReviewer', l10n.t('Features'), [all, ...others], otherReviewer, others.length > 0 && !isCells],
  ] as const;
  const offered = selects.filter(([, , , , isOffered]) => isOffered);
  return (
    <div class="bar-line">
      {offered.map(([member, name, options, value]) => (
        <Select
          key={member}
          name={name}
          options={options}
          value={value}
          onChange={next => review.change({ [member]: next })}
        />
      ))}
    </div>
  );
}

interface StepProps extends ReviewProps {
  areas: AreaModel;
  leaveField: () => void;
}

function Step({ review, report, areas, leaveField }: StepProps) {
  const field = useRef<HTMLInputElement>(null);
  const isCells = review.isCells.value;
  const place = isCells ? undefined : report.chosen.value;
  const reviewed = isCells ? review.queue.value?.[0] : place;
  const left = review.queue.value?.length ?? 0;
  const their = review.theirs.value?.get(place ?? -1);
  const compared = [
    [review.details.value.reviewer, their && review.decisions.value.get(place ?? -1)],
    [review.choice.value.otherReviewer, their],
  ] as const;
  const note = () => field.current?.value.trim() ?? '';
  const back = ['Backspace', l10n.t('Back'), review.back] as const;
  const decide = (decision: Decision['decision'] | number) => () => review.decide(decision, note());
  const ofFeature = [
    ['A', l10n.t('Accept'), decide('accepted')],
    ['R', l10n.t('Reject'), decide('rejected')],
  ] as const;
  const ofCell = Array.from({ length: 10 }, (_none, count) => [String(count), '', decide(count)] as const);
  const actions = [
    ...(isCells ? ofCell : ofFeature),
    ['S', l10n.t('Skip'), decide('skipped')],
    ['N', l10n.t('Note'), () => field.current?.focus()],
  ] as const;
  useLayoutEffect(() => {
    /** Before the keys of the map. */
    function onKeyDown(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, repeat } = event;
      const action = [...actions, back].find(([actionKey]) => actionKey.toLowerCase() === key.toLowerCase());
      const isOther = ctrlKey || metaKey || altKey || focusPlace(event) === 'field';
      const isTool = action === back && areas.editing.peek().tool.kind !== 'none';
      if (!action || isOther || isTool || document.activeElement?.closest('.filters')) return;
      event.preventDefault();
      event.stopPropagation();
      // A key that is held down must not decide about what nobody has seen.
      if (!repeat) action[2]();
    }
    leaveField();
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isCells]);
  const { note: before = '' } =
    (isCells ? review.cellReviews : review.decisions).value.get(reviewed ?? -1) ?? {};
  const skipped = isCells
    ? [...review.cellReviews.value.values()].filter(({ missed }) => missed === undefined).length
    : [...review.decisions.value.values()].filter(({ decision }) => decision === 'skipped').length;
  // Always there, so that nothing moves with the first decision.
  const offered = [...(reviewed === undefined ? [] : actions), back];
  const buttons = offered.map(action => {
    const [key, label, onPress] = action;
    const isIdle = action === back && review.done.value.length === 0;
    return (
      <Button
        key={key}
        label={label === '' ? key : `${label} (${key})`}
        disabledBecause={isIdle ? '' : undefined}
        onPress={onPress}
      />
    );
  });
  return (
    <>
      <div class="bar-line review-step" role="group" aria-label={l10n.t('Review')}>
        {buttons}
        <Button label={reviewed === undefined ? l10n.t('Close') : l10n.t('Pause')} onPress={review.stop} />
      </div>
      <div>
        <b>{reviewed === undefined ? endText(skipped) : review.reviewTitle(reviewed)}</b>
        {left > 0 && <span class="quiet"> {l10n.t('{0} left', countText(left))}</span>}
      </div>
      {compared.map(([name, decision]) => decision && <div>{`${name} · ${decisionText(decision)}`}</div>)}
      {place !== undefined && <PropertyTable report={report} place={place} maxRows={60} />}
      {reviewed !== undefined && (
        <input
          key={`${isCells}/${reviewed}`}
          ref={field}
          maxLength={500}
          aria-label={l10n.t('Note')}
          placeholder={l10n.t('Note')}
          defaultValue={before}
          onKeyDown={({ key }) => ['Escape', 'Enter'].includes(key) && leaveField()}
        />
      )}
    </>
  );
}

function endText(skipped: number): string {
  return skipped === 0
    ? l10n.t('Nothing left to review')
    : l10n.t('Nothing left to review, skipped: {0}', countText(skipped));
}

function reviewedCount({ decisions }: ReviewModel): number {
  return [...decisions.value.values()].filter(({ decision }) => decision !== 'skipped').length;
}

function Summary({ review, report }: ReviewProps) {
  const all = [...review.decisions.value];
  const estimates = review.estimates.value;
  const { classes, classIndexes } = estimates?.classing ?? report.classing.value;
  const ofClass = (index: number) => all.filter(([place]) => classIndexes[place] === index);
  const rows = classes.map(({ label }, index) => ({ label, index, decided: ofClass(index) }));
  const whole = { label: l10n.t('All classes'), index: undefined, decided: all };
  const titles = [l10n.t('Class'), l10n.t('Accepted'), l10n.t('Rejected'), l10n.t('Precision')];
  const head = titles.map(title => <th scope="col">{title}</th>);
  const reviewed = reviewedCount(review);
  const total = report.features.value.length;
  const { empty = [], occupied = [] } = review.details.value.grid ?? {};
  const seen = [...review.cellReviews.value.values()].filter(({ missed }) => missed !== undefined).length;
  const ofSample = l10n.t('Estimate for the whole report.');
  const ofOthers = l10n.t('Precision of the reviewed features. Random order estimates the whole report.');
  return (
    <>
      <div>
        {review.isCells.value
          ? l10n.t('{0} of {1} cells reviewed', countText(seen), countText(empty.length + occupied.length))
          : l10n.t('{0} of {1} reviewed', countText(reviewed), countText(total))}
      </div>
      <table class="small">
        <tr>{head}</tr>
        {(rows.length > 1 ? [...rows, whole] : [whole]).map(({ label, index, decided }) => {
          const rated = decided.filter(([, { decision }]) => decision !== 'skipped');
          const accepted = rated.filter(([, { decision }]) => decision === 'accepted').length;
          const estimate = estimates?.classPrecision(index);
          const isOpen = estimate !== undefined && estimate.min < estimate.max;
          return (
            <tr hidden={rated.length === 0}>
              <th scope="row">{label}</th>
              <td>{countText(accepted)}</td>
              <td>{countText(rated.length - accepted)}</td>
              <td>
                {shareText(estimate?.value ?? accepted / rated.length)}
                {isOpen && <div class="quiet">{estimateRange(estimate)}</div>}
              </td>
            </tr>
          );
        })}
      </table>
      {estimates && reviewed < total && (
        <div class="quiet">{l10n.t('Below each precision: its 95 % confidence interval (Wilson score)')}</div>
      )}
      {reviewed < total && (
        <div class="quiet">{estimates ? ofSample + moreText(estimates.moreFeatures) : ofOthers}</div>
      )}
      <div class="quiet">{recallText(estimates, reviewed === total)}</div>
    </>
  );
}

/** What a look at what was found can't say. */
function recallText(estimates: ReviewEstimates | undefined, isWhole: boolean): string {
  if (!estimates?.recall) {
    return isWhole
      ? l10n.t('For recall, choose Missed objects above, and review them.')
      : l10n.t('For recall, choose Random sample and then Missed objects above, and review both.');
  }
  const { recall, cells, reviewedCells, moreCells } = estimates;
  const share = `${shareText(recall.value)} (${estimateRange(recall)})`;
  const text = l10n.t(
    'Recall {0}, from {1} of {2} cells.',
    share,
    countText(reviewedCells),
    countText(cells),
  );
  return text + moreText(moreCells);
}

function moreText(count: number): string {
  return count > 0 ? ` ${l10n.t('For ±5 points: {0} more.', countText(count))}` : '';
}

function estimateRange({ min, max }: Pick<Estimate, 'min' | 'max'>): string {
  return l10n.t('{0}–{1} %', Math.round(min * 100), Math.round(max * 100));
}
