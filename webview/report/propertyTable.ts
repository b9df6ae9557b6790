import * as l10n from '@vscode/l10n';
import { element } from '../ui/element.ts';

const shownRows = 12;
const shownCharacters = 120;

/**
 * Properties of a report's feature, as they come; they are foreign text and stay text.
 *
 * @param most rows
 */
export function propertyTable(properties: Readonly<Record<string, unknown>>, most = shownRows): HTMLElement {
  const entries = Object.entries(properties);
  if (entries.length === 0) return element('span', {}, l10n.t('No properties'));
  const rows = entries
    .slice(0, most)
    .map(([name, value]) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, clipped(name)),
        element('td', {}, clipped(valueText(value))),
      ),
    );
  const table = element('table', { class: 'properties' }, ...rows);
  const left = entries.length - rows.length;
  if (left > 0) table.append(element('caption', {}, l10n.t('and {0} more', left)));
  return table;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function clipped(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
