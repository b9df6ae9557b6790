/** The editor as saved searches and exports meet it: progress that is told, files in the workspace, a dialog to save. */
import { areaVscode, desk, type FakeUri } from './areaWindow.ts';
import { draftVscode, progress, ran, resetDraftWindow } from './draftWindow.ts';
import { scripted } from './scriptedWindow.ts';

export const searchDesk = {
  /** Addresses that the workspace is found to hold. */
  found: [] as FakeUri[],
  saves: undefined as FakeUri | undefined,
  savesAt: [] as (string | undefined)[],
  written: new Map<string, string>(),
  /** Percent that progress has told, by its title. */
  percent: new Map<string, number>(),
  languages: [] as string[],
  isCancelled: false,
};

export function resetSearchWindow(): void {
  resetDraftWindow();
  Object.assign(searchDesk, {
    found: [],
    saves: undefined,
    savesAt: [],
    written: new Map(),
    percent: new Map(),
    languages: [],
    isCancelled: false,
  });
}

type Run = (told: object, cancel: object) => unknown;

export const searchVscode = {
  ...draftVscode,
  languages: {
    setTextDocumentLanguage(_document: unknown, language: string) {
      searchDesk.languages.push(language);
      return Promise.resolve();
    },
  },
  window: {
    ...draftVscode.window,
    get activeTextEditor() {
      return desk.active && { document: desk.active, selection: { active: { offset: 0 } } };
    },
    withProgress: ({ title }: { title: string }, run: Run) =>
      draftVscode.window.withProgress({ title }, (_none, cancel) => {
        const report = ({ increment = 0 }: { increment?: number }) =>
          void searchDesk.percent.set(title, (searchDesk.percent.get(title) ?? 0) + increment);
        return run({ report }, { ...cancel, isCancellationRequested: searchDesk.isCancelled });
      }),
    showSaveDialog({ defaultUri }: { defaultUri?: FakeUri }) {
      searchDesk.savesAt.push(defaultUri?.path);
      return Promise.resolve(searchDesk.saves);
    },
  },
  workspace: {
    ...areaVscode.workspace,
    get textDocuments() {
      return desk.documents;
    },
    findFiles: () => Promise.resolve(searchDesk.found),
    asRelativePath: ({ path }: FakeUri) => path.replace('/nowhere/project/', ''),
    fs: {
      ...areaVscode.workspace.fs,
      writeFile(uri: FakeUri, bytes: Uint8Array) {
        searchDesk.written.set(uri.path, Buffer.from(bytes).toString('utf8'));
        return Promise.resolve();
      },
    },
  },
};

/** What the user was told in messages, in order. */
export const told = () => scripted.shown.filter(({ kind }) => kind === 'message').map(({ text }) => text);

export { progress, ran };
