import * as l10n from '@vscode/l10n';
import { momentText } from '../../model/words/momentText.ts';
import { endOf, runAt, runsOf, type RunPlan, type Run, type RunsReading } from '../../model/account/runs.ts';
import type { Subscription } from '../../model/account/subscription.ts';
import { runCountText, runText } from '../../model/account/subscriptionText.ts';
import type { RevokeMark } from '../revokeMarks.ts';
import { factRow, type Row } from '../../editor/row.ts';

/**
 * The runs of a subscription, as far as its dates tell: over, under way, to come, or given back by a revoke that this
 * session saw. No row where there is no end, and so no runs to speak of.
 *
 * @param above id of the subscription's row
 * @param now epoch ms
 */
export function runsRows(
  above: string,
  subscription: Subscription,
  mark: RevokeMark | undefined,
  now: number,
): Row[] {
  const id = `${above}/runs`;
  const label = l10n.t('Runs');
  const isCutShort = mark?.kind === 'revoked';
  const reading = runsOf(isCutShort ? mark.before : subscription);
  if (reading.kind === 'unknown') {
    if (reading.why === 'openEnded') return [];
    const tooltip = { heading: label, facts: [], notes: [whyUnknown(reading.why)] };
    return [factRow(id, label, l10n.t('unknown'), { icon: 'list-ordered', tooltip })];
  }
  const end = isCutShort ? endOf(mark.after) : undefined;
  const { plans } = reading;
  const [only, another] = plans;
  return [
    factRow(id, label, plansText(plans, now), {
      icon: 'list-ordered',
      tooltip: { heading: label, facts: [], notes: notesOf(plans) },
      children: () =>
        another === undefined
          ? only.runs.map(run => runRow(id, run, now, end))
          : plans.map(plan => planRow(`${id}/${plan.cadence}`, plan, now, end)),
    }),
  ];
}

function plansText([only, another]: readonly [RunPlan, ...RunPlan[]], now: number): string {
  return another === undefined
    ? planText(only, now)
    : l10n.t('{0} or {1}', planText(only, now), planText(another, now));
}

function notesOf([{ isCut }, another]: readonly [RunPlan, ...RunPlan[]]): string[] {
  if (another) {
    return [l10n.t('The dates fit both cadences, and the service does not tell which it is.')];
  }
  return isCut ? [l10n.t('Fewer runs than such a subscription begins with: its end was moved.')] : [];
}

/** `run 1 of 4 monthly runs` while it runs. */
function planText(plan: RunPlan, now: number): string {
  const current = runAt(plan, now);
  const count = runCountText(plan.runs.length, plan.cadence);
  return current ? l10n.t('run {0} of {1}', current.index, count) : count;
}

function planRow(id: string, plan: RunPlan, now: number, end: number | undefined): Row {
  return {
    id,
    label: runCountText(plan.runs.length, plan.cadence),
    icon: 'question',
    children: () => plan.runs.map(run => runRow(id, run, now, end)),
  };
}

/** @param end of the subscription after a revoke: runs from then on are given back */
function runRow(above: string, run: Run, now: number, end: number | undefined): Row {
  const label = l10n.t('Run {0}', run.index);
  const { word, ...drawn } = stateOf(run, now, end);
  return {
    id: `${above}/${run.index}`,
    label,
    description: `${runText(run)} · ${word}`,
    spoken: `${label}, ${word}, ${runText(run)}`,
    ...drawn,
    tooltip: {
      heading: label,
      facts: [
        [l10n.t('From'), momentText(new Date(run.from).toISOString())],
        [l10n.t('Until'), momentText(new Date(run.to).toISOString())],
      ],
    },
  };
}

function stateOf(
  run: Run,
  now: number,
  end: number | undefined,
): Pick<Row, 'icon' | 'colour'> & { word: string } {
  if (end !== undefined && run.from >= end) {
    return { word: l10n.t('refunded'), icon: 'discard', colour: 'charts.green' };
  }
  if (run.to <= now) return { word: l10n.t('over'), icon: 'check' };
  return run.from <= now
    ? { word: l10n.t('under way'), icon: 'play', colour: 'charts.green' }
    : { word: l10n.t('to come'), icon: 'circle-outline' };
}

function whyUnknown(why: Exclude<Extract<RunsReading, { kind: 'unknown' }>['why'], 'openEnded'>): string {
  switch (why) {
    case 'noStart':
      return l10n.t('The service does not say when it starts.');
    case 'otherPeriod':
      return l10n.t('Its dates are not those of monthly or quarterly runs.');
  }
}
