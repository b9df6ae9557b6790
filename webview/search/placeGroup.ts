import * as l10n from '@vscode/l10n';
import { element, setText, setTitle } from '../ui/element.ts';
import { positionText } from '../ui/format.ts';
import { choice, type ChoiceOptions } from '../ui/toolkit.ts';
import { choiceField } from './choiceField.ts';
import type { FilterFields } from './filterFields.ts';
import { namedGroup, type FieldGroup } from './fieldGroup.ts';
import { bareInput, labelled } from './inputField.ts';
import { placeOf } from './searchPlace.ts';

export interface PlaceGroup extends FieldGroup {
  offerArea: (name: string | undefined) => void;
}

/** Where to search, and how images lie to the area. */
export function createPlaceGroup(
  onInput: () => void,
  follow: { on: boolean; set: (on: boolean) => void },
): PlaceGroup {
  let place = '';
  let areaName: string | undefined;
  const where = choiceField('filter-where', l10n.t('Where'), [], change);
  const whereProblem = element('span', { class: 'problem', role: 'alert' });
  where.element.append(whereProblem);

  const radius = bareInput(
    'filter-radius',
    { type: 'text', inputmode: 'decimal', autocomplete: 'off', size: '5' },
    onInput,
  );
  radius.element.setAttribute('aria-labelledby', 'filter-radius-label');
  const unitLabel = element('span', { id: 'filter-unit-label', class: 'visually-hidden' }, l10n.t('Unit'));
  const units: ChoiceOptions = [
    ['km', 'km'],
    ['m', 'm'],
  ];
  const unit = choice('filter-unit-label', units, onInput);
  const size = element('div', { class: 'field-range' }, radius.element, unitLabel, unit.element);
  const circle = labelled(
    'filter-radius-label',
    l10n.t('Radius around the map’s centre'),
    size,
    radius.message,
  );

  const box = element('input', { type: 'checkbox', id: 'filter-follow' });
  box.checked = follow.on;
  box.addEventListener('change', () => follow.set(box.checked));
  const moving = element(
    'label',
    { class: 'field-check', for: 'filter-follow' },
    box,
    l10n.t('Search while moving the map'),
  );
  setTitle(moving, l10n.t('Searches again by these filters, each time the map came to rest.'));

  const relation = choiceField(
    'filter-relation',
    l10n.t('Relation'),
    [
      ['', l10n.t('Touches the area')],
      ['contains', l10n.t('Covers the whole area')],
      ['within', l10n.t('Lies inside the area')],
      ['disjoint', l10n.t('Lies outside the area')],
    ],
    change,
    () => l10n.t('Touches the area'),
  );
  const relationNote = element('span', { class: 'field-note' });
  setText(relationNote, l10n.t('Older services: only “touches”.'));
  relation.element.append(relationNote);
  setTitle(relation.element, l10n.t('How the footprint of an image lies to the area.'));
  for (const wide of [where.element, circle, moving, relation.element]) wide.classList.add('wide');

  function change(): void {
    showParts();
    onInput();
  }

  function showParts(): void {
    const kind = where.value();
    circle.hidden = kind !== 'circle';
    moving.hidden = kind !== 'box';
    relation.element.hidden = kind !== '';
    relationNote.hidden = relation.value() === '' || relation.value() === 'intersects';
    setText(whereProblem, '');
  }

  function offerPlaces(): void {
    const kept = keptText(place);
    where.offer([
      ['', areaName === undefined ? l10n.t('Area of interest') : l10n.t('Area: {0}', areaName)],
      ['box', l10n.t('The map’s view')],
      ['circle', l10n.t('A circle on the map')],
      ...(kept === undefined ? [] : [['kept', kept] as const]),
    ]);
  }

  offerPlaces();
  showParts();
  return {
    elements: [namedGroup(l10n.t('Where'), where.element, circle, moving, relation.element)],
    read: () => ({
      where: whereOf(where.value()),
      radius: radius.value(),
      unit: unit.value(),
      relation: relation.value(),
    }),
    show: fields => {
      place = fields.place;
      where.set(fields.where);
      offerPlaces();
      radius.set(fields.radius);
      unit.set(fields.unit);
      relation.set(fields.relation);
      showParts();
    },
    showProblems: problems => {
      radius.showProblem(problems.radius);
      setText(whereProblem, problems.where ?? '');
    },
    offerArea: name => {
      if (name === areaName) return;
      areaName = name;
      offerPlaces();
    },
  };
}

function whereOf(value: string): FilterFields['where'] {
  return value === 'box' || value === 'circle' || value === 'kept' ? value : '';
}

/** The place that was searched last, by its middle. */
function keptText(place: string): string | undefined {
  const kept = placeOf(place);
  if (!kept) return undefined;
  if ('circle' in kept)
    return l10n.t('As searched: around {0}', positionText(kept.circle.latitude, kept.circle.longitude));
  const [west, south] = kept.bounds;
  return l10n.t('As searched: box from {0}', positionText(south, west));
}
