import * as l10n from '@vscode/l10n';
import { element, setText } from '../ui/element.ts';
import { choiceField } from './choiceField.ts';
import { namedGroup, type FieldGroup } from './fieldGroup.ts';
import { livingLibraryText } from './filterWords.ts';
import { bareInput, labelled } from './inputField.ts';

export function createQualityGroup(onInput: () => void): FieldGroup {
  const percent = { type: 'text', inputmode: 'decimal', autocomplete: 'off', size: '3' };
  const least = bareInput(
    'filter-min-cloud',
    { ...percent, placeholder: '0', 'aria-label': l10n.t('Min cloud %') },
    onInput,
  );
  const most = bareInput(
    'filter-cloud',
    { ...percent, placeholder: '100', 'aria-label': l10n.t('Max cloud %') },
    onInput,
  );
  const range = element('div', { class: 'field-range' }, least.element, '–', most.element);
  const cloud = labelled('filter-cloud-label', l10n.t('Cloud %'), range, least.message, most.message);

  const level = choiceField(
    'filter-level',
    l10n.t('Processing level'),
    [
      ['', l10n.t('Any')],
      ['SENSOR', 'SENSOR'],
      ['ALBUM', 'ALBUM'],
    ],
    () => {
      showPressed();
      onInput();
    },
  );
  const library = element(
    'button',
    { type: 'button', class: 'toggle-button', title: livingLibraryText() },
    l10n.t('Living Library'),
  );
  // The title alone is nothing that a keyboard reaches.
  const note = element('span', {
    id: 'filter-library-note',
    class: 'field-note',
    title: livingLibraryText(),
  });
  setText(note, l10n.t('<{0} % cloud, <{1}°', 30, 40));
  library.setAttribute('aria-describedby', note.id);
  library.addEventListener('click', () => {
    level.set(level.value() === 'SENSOR' ? '' : 'SENSOR');
    showPressed();
    onInput();
  });

  function showPressed(): void {
    library.setAttribute('aria-pressed', String(level.value() === 'SENSOR'));
  }

  showPressed();
  const oneClick = element('div', { class: 'field library' }, note, library);
  return {
    elements: [namedGroup(l10n.t('Quality'), cloud, level.element, oneClick)],
    read: () => ({ minCloud: least.value(), cloud: most.value(), level: level.value() }),
    show: fields => {
      least.set(fields.minCloud);
      most.set(fields.cloud);
      level.set(fields.level);
      showPressed();
    },
    showProblems: problems => {
      least.showProblem(problems.minCloud);
      most.showProblem(problems.cloud);
    },
  };
}
