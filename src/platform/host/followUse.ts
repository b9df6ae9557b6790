import type { ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { isAreaFile } from '../documents/areaFile.ts';
import { editableDocuments, isEditable } from '../documents/editableDocuments.ts';
import { rowViews } from '../rows/rowTree.ts';
import { onChange } from './onChange.ts';

/** Calls `use` when a view, the map or a file of Swath is open, now or later. Commands do it themselves. */
export function followUse(use: () => void, isMapOpen: ReadonlySignal<boolean>): vscode.Disposable {
  const useFor = ({ uri }: vscode.TextDocument) => {
    const { path } = uri;
    // `ownDocuments.ts` isn't loaded at activation.
    if (isEditable(uri) && (/\.(?:order|search)\.json$/.test(path) || isAreaFile(path))) use();
  };
  editableDocuments().forEach(useFor);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(useFor),
    onChange([isMapOpen], () => {
      if (isMapOpen.value) use();
    }),
    ...[...rowViews].map(view => {
      if (view.visible) use();
      return view.onDidChangeVisibility(({ visible }) => {
        if (visible) use();
      });
    }),
  );
}
