import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { JsonPath } from '../../../base/problem.ts';
import { applyEdits } from '../../../geo/text/geojsonEdit.ts';
import { showInputBox } from '../../../platform/dialogs/window.ts';
import { areaEnding } from '../../../platform/documents/areaFile.ts';
import { makeEdits } from '../../../platform/documents/makeEdits.ts';
import { openDraft, showText } from '../../../platform/documents/openDraft.ts';
import { UserError } from '../../../platform/host/userError.ts';
import type { AoiSource, Catalog } from '../../images/index.ts';
import { aoiSource, type Areas, createAreas } from '../areas.ts';
import { areaWork } from '../areaWork.ts';
import type { KeptDocuments } from '../keptAreas.ts';
import type { AreaChange } from '../rules/edits/areaChange.ts';
import type { AreaFault } from '../rules/text/areaFaults.ts';
import { editDocument, hasTab } from './aoiDocument.ts';
import { followDocument, type FollowedDocument } from './followedDocument.ts';
import { goneText, notChangedText, nothingToFixText, readOnlyText } from './words.ts';

export type FollowedAreas = ReturnType<typeof followAreas>;

/**
 * The areas of the document that the map follows, and how to change them. Loaded with the first active area, or with
 * the map.
 */
export function followAreas(
  catalog: Catalog,
  kept: Pick<KeptDocuments, 'has'>,
  onError: (error: unknown) => void,
) {
  const areas = createAreas(catalog);
  const choose = (aoi: AoiSource, way: 'clicked' | 'opened') => {
    // What is selected was found over its area.
    if (way === 'clicked' || catalog.current.peek().selected.length === 0) catalog.lookAt(aoi);
  };
  const followed = followDocument(areas, kept, choose, onError);
  return {
    areas,
    editing: createAreaEditing(areas, followed),
    dispose() {
      areas.dispose();
      followed.dispose();
    },
  };
}

export type AreaEditing = ReturnType<typeof createAreaEditing>;

/** Changes the text of the document that the map follows. */
export function createAreaEditing(areas: Areas, followed: FollowedDocument) {
  /** The last draft that began with what was drawn. */
  let begun: vscode.TextDocument | undefined;

  async function change(revision: number | undefined, edit: AreaChange): Promise<string | undefined> {
    const state = areas.current.peek();
    if (edit.kind === 'add' && (revision === undefined || !state.document)) return beginDocument(edit);
    if (!state.document) return goneText();
    const { name } = state.document;
    const document = await followed.open();
    if (!document) return l10n.t('{0} can no longer be opened.', name);
    if (revision !== areas.current.peek().revision || !followed.isRead(document)) {
      await followed.read();
      return notChangedText(name);
    }
    if (state.locked !== undefined) return state.locked;
    const { version } = document;
    const made = await areaWork.run('changeArea', document.getText(), edit);
    if (made.kind === 'refused') return made.reason;
    await showTab(document);
    // VS Code itself refuses an edit if the text changes before the edit arrives.
    const outcome = document.version === version ? await makeEdits(document, made.edits) : 'rejected';
    await followed.read();
    if (outcome === 'rejected') return notChangedText(name);
    if (outcome === 'readOnly') return readOnlyText(name);
    if (edit.kind === 'add' && made.path) areas.take(made.path);
    return undefined;
  }

  /** It isn't saved yet. */
  async function beginDocument(edit: AreaChange): Promise<string | undefined> {
    const made = await areaWork.run('changeArea', '', edit);
    if (made.kind === 'refused') return made.reason;
    const text = applyEdits('', made.edits);
    const { document } = await openDraft({ name: 'area', ending: areaEnding, text, isQuiet: true });
    begun = document;
    areas.follow(document.uri.toString());
    await followed.read();
    if (made.path) areas.take(made.path);
    return undefined;
  }

  async function rename(path: JsonPath): Promise<void> {
    const { revision, document } = areas.current.peek();
    const area = areas.at(path);
    if (!document || !area) return;
    const name = await showInputBox({
      title: l10n.t('Rename area'),
      value: aoiSource(area, document).name,
      validateInput: typed => (typed.trim() === '' ? l10n.t('Enter a name.') : undefined),
    });
    if (name === undefined || name.trim() === area.name) return;
    const problem = await change(revision, { kind: 'rename', path, name: name.trim() });
    if (problem !== undefined) throw new UserError(problem);
  }

  async function fix({ kind, path }: Pick<NonNullable<AreaFault['fix']>, 'kind' | 'path'>): Promise<void> {
    const document = await followed.open();
    if (!document) throw new UserError(goneText());
    await showTab(document);
    const isChanged = await editDocument(document, text => areaWork.run('fixAt', text, path, { kind }));
    if (!isChanged) throw new UserError(nothingToFixText(kind));
    await followed.read();
  }

  /** VS Code's own command works on the focused editor. */
  async function runInEditor(command: 'undo' | 'redo') {
    const document = await followed.open();
    if (!document) return;
    const { version } = document;
    await showText(document);
    await vscode.commands.executeCommand(command);
    if (document.version === version) followed.endsAt(command);
    else if (command === 'undo' && document.getText() === '' && document !== begun) {
      // The first step of a draft is its text, which nobody drew.
      await vscode.commands.executeCommand('redo');
      followed.endsAt(command);
    }
    await followed.read();
  }

  return {
    /**
     * Applies a change that was drawn on the areas of a revision. If the text has changed since, nothing is done.
     *
     * @param revision `undefined` if what was drawn goes into a new document
     * @returns why nothing was done, to show to the user. Rejects with a {@link UserError} if a new document can't be
     * written
     */
    change,
    /** Asks for a new name of an area. Rejects with a {@link UserError} that says why it can't be renamed. */
    rename,
    /** Makes the edit that fixes what is wrong with an area. Rejects with a {@link UserError} that says why it can't. */
    fix,
    /** Undoes the last edit of the document, no matter where it came from, like the keyboard shortcut. */
    undo: () => runInEditor('undo'),
    redo: () => runInEditor('redo'),
  };
}

/**
 * Shows a document beside the map, which keeps the focus, if it has no tab: without one, it could be changed and closed
 * again without asking to save.
 */
async function showTab(document: vscode.TextDocument): Promise<void> {
  if (!hasTab(document)) await showText(document, { preserveFocus: true });
}
