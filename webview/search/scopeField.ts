import * as l10n from '@vscode/l10n';
import type { ChoiceOptions } from '../toolkit.ts';
import { choiceField } from './choiceField.ts';
import { scopeText } from './filterFields.ts';
import type { FieldGroup } from './fieldGroup.ts';
import { scopeName } from './filterWords.ts';

export interface ScopeField extends FieldGroup {
  /** Offers the private workspace, once it is known. */
  offerWorkspace: (workspaceId: string | undefined) => void;
}

export function createScopeField(onInput: () => void): ScopeField {
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
