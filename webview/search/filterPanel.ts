import * as l10n from '@vscode/l10n';
import { element, setTitle, setText } from '../ui/element.ts';
import { type FieldGroup, namedGroup } from './fieldGroup.ts';
import { type FilterFields, type FilterProblems, scopeText } from './filterFields.ts';
import { createPlaceGroup } from './placeGroup.ts';
import { createQualityGroup } from './qualityGroup.ts';
import type { ChoiceOptions } from '../ui/toolkit.ts';
import { choiceField, choiceOrText } from './choiceField.ts';
import { scopeName, sortOrders } from './filterWords.ts';
import { constellationCodes, constellations } from '../../src/model/images/imagery.ts';
import { inputField } from './inputField.ts';
import { minuteText } from '../../src/model/words/momentText.ts';

export interface FilterPanel extends Omit<FieldGroup, 'elements'> {
  element: HTMLElement;
  offerWorkspace: (workspaceId: string | undefined) => void;
  offerArea: (name: string | undefined) => void;
  showProblems(problems: FilterProblems): void;
  unfinished(): readonly (keyof FilterFields)[];
  /** Puts the focus on the first field that has a problem. */
  focusProblem(): void;
}

/** All criteria of a search. */
export function createFilterPanel(
  id: string,
  onInput: () => void,
  follow: { on: boolean; set: (on: boolean) => void },
): FilterPanel {
  const scope = createScopeField(onInput);
  const place = createPlaceGroup(onInput, follow);
  const groups: readonly FieldGroup[] = [
    createWhenGroup(onInput),
    createQualityGroup(onInput),
    createSensorGroup(onInput),
    scope,
    createSortField(onInput),
    place,
  ];
  const panel = element(
    'div',
    { id, class: 'search-panel', role: 'group', 'aria-label': l10n.t('All filters') },
    ...groups.flatMap(({ elements }) => elements),
  );

  return {
    element: panel,
    read: () => Object.assign({}, ...groups.map(group => group.read())) as Partial<FilterFields>,
    show: fields => groups.forEach(group => group.show(fields)),
    showProblems: problems => groups.forEach(group => group.showProblems?.(problems)),
    unfinished: () => groups.flatMap(group => group.unfinished?.() ?? []),
    offerWorkspace: scope.offerWorkspace,
    offerArea: place.offerArea,
    focusProblem: () => panel.querySelector<HTMLElement>('[aria-invalid]')?.focus(),
  };
}

interface ScopeField extends FieldGroup {
  /** Offers the private workspace, once it is known. */
  offerWorkspace: (workspaceId: string | undefined) => void;
}

function createScopeField(onInput: () => void): ScopeField {
  const scopes: ChoiceOptions = [
    ['', l10n.t('All')],
    [scopeText('public'), l10n.t('Public 0.5 and 1.5 m')],
    [scopeText('public-pneo'), l10n.t('Public 0.3 m')],
  ];
  const scope = choiceField('filter-scope', l10n.t('Scope'), scopes, onInput, unofferedName);

  return {
    elements: [scope.element],
    read: () => ({ scope: scope.value() }),
    show: fields => scope.set(fields.scope),
    offerWorkspace: workspaceId =>
      scope.offer(
        workspaceId === undefined
          ? scopes
          : [...scopes, [scopeText('', workspaceId), l10n.t('Private workspace')]],
      ),
  };
}

/** A workspace of another contract, or two scopes at once. */
function unofferedName(scope: string): string {
  const slash = scope.indexOf('/');
  const workspace = scope.slice(0, slash);
  const workspaceId = scope.slice(slash + 1);
  const known = workspace === 'public' || workspace === 'public-pneo' ? workspace : undefined;
  return known ? scopeName(known, workspaceId) : l10n.t('Workspace {0}', workspaceId);
}

function createSensorGroup(onInput: () => void): FieldGroup {
  const named = constellationCodes.map(
    code => [code, l10n.t('{0} {1} m', code, constellations[code].gsd)] as const,
  );
  const constellation = choiceField(
    'filter-constellation',
    l10n.t('Constellation'),
    [['', l10n.t('Any')], ...named],
    onInput,
  );
  const productType = choiceOrText(
    'filter-product-type',
    l10n.t('Product type'),
    [
      ['', l10n.t('Any')],
      ['mono', l10n.t('mono (advised)')],
      ['bundle,mono', 'bundle,mono'],
    ],
    onInput,
  );
  setTitle(
    productType.element,
    l10n.t(
      'Stereo orders never finish: “mono” leaves stereo out. Some services call images “bundle” and need both.',
    ),
  );

  return {
    elements: [namedGroup(l10n.t('Sensor'), constellation.element, productType.element)],
    read: () => ({ constellation: constellation.value(), productType: productType.value() }),
    show: fields => {
      constellation.set(fields.constellation);
      productType.set(fields.productType);
    },
  };
}

function createSortField(onInput: () => void): FieldGroup {
  const names = [
    l10n.t('Oldest'),
    l10n.t('Least cloud'),
    l10n.t('Smallest incidence angle'),
    l10n.t('Highest resolution'),
  ];
  const sort = choiceOrText(
    'filter-sort',
    l10n.t('Sort'),
    [['', l10n.t('Newest')], ...sortOrders.map((order, index) => [order, names[index] ?? order] as const)],
    onInput,
  );
  return {
    elements: [sort.element],
    read: () => ({ sort: sort.value() }),
    show: fields => sort.set(fields.sort),
    showProblems: problems => sort.showProblem(problems.sort),
  };
}

function createWhenGroup(onInput: () => void): FieldGroup {
  const dayLimits = { type: 'date', min: '2000-01-01', max: '9999-12-31' };
  const from = inputField('filter-from', l10n.t('From'), dayLimits, onInput);
  const to = inputField('filter-to', l10n.t('To'), dayLimits, onInput);
  /** Moments that a date field cannot show; they hold until a day takes their place. */
  const moments = { from: momentNote(), to: momentNote() };
  from.element.append(moments.from);
  to.element.append(moments.to);

  return {
    elements: [namedGroup(l10n.t('When'), from.element, to.element)],
    read: () => ({ from: from.value(), to: to.value() }),
    show: fields => {
      from.set(fields.from);
      to.set(fields.to);
      setText(moments.from, fields.from === '' && fields.after !== '' ? minuteText(fields.after) : '');
      setText(moments.to, fields.to === '' && fields.before !== '' ? minuteText(fields.before) : '');
    },
    showProblems: problems => {
      from.showProblem(problems.from);
      to.showProblem(problems.to);
    },
    unfinished: () => [
      ...(from.isUnfinished() ? (['from'] as const) : []),
      ...(to.isUnfinished() ? (['to'] as const) : []),
    ],
  };
}

function momentNote(): HTMLElement {
  return element('span', { class: 'field-note' });
}
