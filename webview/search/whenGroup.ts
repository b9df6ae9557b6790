import * as l10n from '@vscode/l10n';
import { element, setText } from '../element.ts';
import { utcText } from '../format.ts';
import { namedGroup, type FieldGroup } from './fieldGroup.ts';
import { inputField } from './inputField.ts';

export function createWhenGroup(onInput: () => void): FieldGroup {
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
      setText(moments.from, fields.from === '' && fields.after !== '' ? utcText(fields.after) : '');
      setText(moments.to, fields.to === '' && fields.before !== '' ? utcText(fields.before) : '');
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
