import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { MapState, ToHost } from '../../src/shared/protocol.ts';
import { element, icon, setAttribute, setText, setTitle } from '../ui/element.ts';
import { countText } from '../ui/format.ts';
import type { PageModel } from '../app/pageModel.ts';
import { createClassList } from './classList.ts';

/** Stands for one colour among the names of properties; no name is empty. */
const oneColour = '';

/** What the report on the map is, how it is coloured, and the way through its features. */
export function createReportLegend(model: PageModel, post: (message: ToHost) => void): HTMLElement {
  const { findings } = model;
  const title = element('span', { class: 'ellipsis' });
  const count = element('span', { class: 'quiet' });
  const button = element(
    'button',
    { type: 'button', class: 'legend' },
    element('span', { class: 'swatch report-swatch' }),
    title,
    count,
  );
  button.addEventListener('click', () => (model.target.value = { kind: 'report' }));
  const closeLabel = l10n.t('Remove the report from the map');
  const close = element(
    'button',
    { type: 'button', class: 'map-button', title: closeLabel, 'aria-label': closeLabel },
    icon('M4 4l8 8M12 4l-8 8'),
  );
  close.addEventListener('click', () => post({ kind: 'closeReport' }));

  const name = l10n.t('Colour the report by');
  const select = element('select', { class: 'select', 'aria-label': name, title: name });
  select.addEventListener('change', () =>
    findings.colourBy(select.value === oneColour ? undefined : select.value),
  );
  const fold = element('button', { type: 'button', class: 'step-button legend-fold' }, icon('M4 6l4 4 4-4'));
  const place = element('span', { class: 'quiet feature-place' });
  const previous = stepButton(l10n.t('Previous feature'), 'M10 3L5 8l5 5', () => findings.step(-1));
  const next = stepButton(l10n.t('Next feature'), 'M6 3l5 5-5 5', () => findings.step(1));
  const steps = element('div', { class: 'report-steps', role: 'group' }, previous, place, next);
  setAttribute(steps, 'aria-label', l10n.t('Features of the report'));
  const classes = createClassList(findings);
  const body = element(
    'div',
    { class: 'report-body' },
    element('div', { class: 'report-colouring' }, select, fold),
    classes,
    steps,
  );
  const legend = element(
    'section',
    { class: 'report-legend', 'aria-label': l10n.t('Report') },
    element('div', { class: 'legend-row' }, button, close),
    body,
  );

  let isFolded = false;
  function showFold(): void {
    const label = isFolded ? l10n.t('Show the classes') : l10n.t('Hide the list of classes');
    setTitle(fold, label);
    setAttribute(fold, 'aria-label', label);
    fold.setAttribute('aria-expanded', String(!isFolded));
    classes.classList.toggle('folded', isFolded);
  }
  fold.addEventListener('click', () => {
    isFolded = !isFolded;
    showFold();
  });
  showFold();

  effect(() => {
    const report = model.state.value?.report;
    legend.hidden = report === undefined;
    if (!report) return;
    setText(title, report.title);
    setText(count, featureCountText(findings.arrived.value, report));
    setTitle(button, l10n.t('Show {0} on the map', report.title));
    body.hidden = !findings.isWhole.value || report.featureCount === 0;
  });
  effect(() => {
    const names = findings.properties.value.map(property => property.name);
    select.replaceChildren(
      ...names.map(value => element('option', { value }, value)),
      element('option', { value: oneColour }, l10n.t('One colour')),
    );
    select.value = findings.colouring.value ?? oneColour;
    select.hidden = names.length === 0;
    fold.hidden = findings.colouring.value === undefined;
  });
  effect(() => {
    const all = findings.features.value.length;
    const chosen = findings.chosen.value;
    setText(
      place,
      chosen === undefined
        ? l10n.t('Step through {0}', countText(all))
        : l10n.t('{0} of {1}', countText(chosen + 1), countText(all)),
    );
  });
  return legend;
}

function featureCountText(arrived: number, report: NonNullable<MapState['report']>): string {
  const { featureCount, placeless } = report;
  if (arrived < featureCount)
    return l10n.t('{0} of {1} features', countText(arrived), countText(featureCount));
  const drawn = drawnText(report);
  return placeless === undefined ? drawn : l10n.t('{0}, {1} without a place', drawn, countText(placeless));
}

function drawnText({ featureCount, leftOut }: NonNullable<MapState['report']>): string {
  if (leftOut !== undefined)
    return l10n.t('first {0} of {1} features', countText(featureCount), countText(featureCount + leftOut));
  return featureCount === 1 ? l10n.t('1 feature') : l10n.t('{0} features', countText(featureCount));
}

function stepButton(label: string, path: string, onPress: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'step-button', title: label, 'aria-label': label },
    icon(path),
  );
  button.addEventListener('click', onPress);
  return button;
}
