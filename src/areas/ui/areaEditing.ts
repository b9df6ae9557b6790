import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { AreaChange } from '../../model/edits/areaChange.ts';
import { applyEdits } from '../../model/edits/geojsonEdit.ts';
import type { Catalog } from '../../images/catalog.ts';
import { createAreas, type Areas } from '../areas.ts';
import { notChangedText } from './aoiDocument.ts';
import { followDocument, type FollowedDocument } from './followedDocument.ts';
import { geojsonWork } from '../../editor/geojsonWork.ts';
import { makeEdits } from '../../editor/makeEdits.ts';
import { openDraft, showText } from '../../editor/openDraft.ts';

/** Changes the text of the document that the map follows. */
export interface AreaEditing {
  /**
   * Makes a change that was drawn on the areas of a revision. The text wins: when it is another one by now, nothing is
   * done.
   *
   * @param revision `undefined` when there was no document: a new one is begun
   * @returns why nothing was done, for the user. Rejects with a {@link UserError} when a new one cannot be written
   */
  change(revision: number | undefined, wanted: AreaChange): Promise<string | undefined>;
  /** Takes the last edit of the document back, whoever made it, as its own keys do. */
  undo(): Promise<void>;
  redo(): Promise<void>;
}

/** The areas of the document that the map follows, and what changes them. */
export interface FollowedAreas {
  areas: Areas;
  editing: AreaEditing;
  dispose(): void;
}

/** Loaded with the first active area, or with the map. */
export function followAreas(catalog: Catalog, onError: (error: unknown) => void): FollowedAreas {
  const areas = createAreas(catalog);
  const followed = followDocument(areas, onError);
  return {
    areas,
    editing: createAreaEditing(areas, followed),
    dispose() {
      areas.dispose();
      followed.dispose();
    },
  };
}

export function createAreaEditing(areas: Areas, followed: FollowedDocument): AreaEditing {
  async function change(revision: number | undefined, wanted: AreaChange): Promise<string | undefined> {
    const state = areas.current.peek();
    if (!state.document) return beginDocument(wanted);
    const { name } = state.document;
    const document = await followed.open();
    if (!document) return l10n.t('{0} can no longer be opened.', name);
    if (revision !== areas.current.peek().revision || !followed.isRead(document)) {
      await followed.read();
      return notChangedText(name);
    }
    if (state.locked !== undefined) return state.locked;
    const { version } = document;
    const made = await geojsonWork('changeArea', document.getText(), wanted);
    if (made.kind === 'refused') return made.reason;
    const hadAoi = areas.active() !== undefined;
    // Beside the map, which keeps the focus.
    if (!hasTab(document.uri)) await showText(document, { preserveFocus: true });
    // The editor itself refuses an edit of a text that has changed on the way to it.
    if (document.version !== version || !(await makeEdits(document, made.edits))) {
      await followed.read();
      return notChangedText(name);
    }
    await followed.read();
    if (wanted.kind === 'add' && made.path && !hadAoi) areas.take(made.path);
    return undefined;
  }

  /** What is drawn without a document goes into a new one, which is not saved. */
  async function beginDocument(wanted: AreaChange): Promise<string | undefined> {
    const made = await geojsonWork('changeArea', '', wanted);
    if (made.kind === 'refused') return made.reason;
    const text = applyEdits('', made.edits);
    const { document } = await openDraft({ name: 'aoi', ending: '.geojson', text, isQuiet: true });
    areas.follow(document.uri.toString());
    await followed.read();
    if (made.path) areas.take(made.path);
    return undefined;
  }

  /** The editor's own command works on the editor that has the focus. */
  async function runInEditor(command: 'undo' | 'redo') {
    const document = await followed.open();
    if (!document) return;
    await showText(document);
    await vscode.commands.executeCommand(command);
    await followed.read();
  }

  return { change, undo: () => runInEditor('undo'), redo: () => runInEditor('redo') };
}

/** A document without an editor could be changed, and closed again without a question. */
function hasTab(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
  );
}
