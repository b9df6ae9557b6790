/** The editor as commands about deliveries meet it: messages that a script answers, a folder, progress to cancel. */
import { dirname, sep } from 'node:path';
import { scripted, scriptedVscode } from './scriptedWindow.ts';

export const desk = {
  /** The open folder of this machine. */
  folder: '',
  /** Of `swath.downloads.folder`. */
  setting: 'reports',
  remoteName: undefined as string | undefined,
  /** Paths of documents that were opened. */
  opened: [] as string[],
  /** Commands that were run, with the path that they were given, or a copy of anything else. */
  ran: [] as unknown[][],
  /** Read-only documents that were shown. */
  documents: [] as { title: string; text: string }[],
  /** Cancels the progress that is on screen. */
  cancel: () => {},
  /** What progress said. */
  progress: [] as string[],
  reset(folder: string): void {
    scripted.reset();
    Object.assign(desk, { folder, setting: 'reports', remoteName: undefined, cancel: () => {} });
    Object.assign(desk, { opened: [], ran: [], documents: [], progress: [] });
  },
};

export class FakeUri {
  readonly scheme = 'file';
  readonly fsPath: string;
  constructor(fsPath: string) {
    this.fsPath = fsPath;
  }
  static file(path: string): FakeUri {
    return new FakeUri(path);
  }
  static parse(text: string): FakeUri {
    return new FakeUri(text.replace('file://', ''));
  }
  toString(): string {
    return `file://${this.fsPath}`;
  }
}

const pathOf = (given: unknown) => (given instanceof FakeUri ? given.fsPath : given);

/** As the boxes of several choices: what is picked already, or the labels that a script names, parted by `|`. */
async function pick(
  items: { label: string; picked?: boolean }[],
  options: { title: string; canPickMany?: boolean },
): Promise<unknown> {
  if (!options.canPickMany) return scriptedVscode.window.showQuickPick(items, options);
  const answer = scripted.answers.shift();
  const choices = items.map(({ label }) => label);
  if (!answer) throw new Error(`Nobody answers "${options.title}" (${choices.join(', ')})`);
  const given = await answer({ kind: 'pick', text: options.title, detail: '', choices });
  if (given === undefined) return undefined;
  if (given === 'as picked') return items.filter(({ picked }) => picked);
  return items.filter(({ label }) => given.split('|').includes(label));
}

export const deliveryVscode = {
  ...scriptedVscode,
  Uri: FakeUri,
  ViewColumn: { Beside: -2 },
  TabInputWebview: FakeUri,
  env: {
    ...scriptedVscode.env,
    get uiKind() {
      return scripted.isWeb ? 2 : 1;
    },
    get remoteName() {
      return desk.remoteName;
    },
  },
  commands: {
    executeCommand(id: string, ...given: unknown[]) {
      desk.ran.push([id, ...given.map(pathOf)]);
      return Promise.resolve();
    },
  },
  workspace: {
    getConfiguration: () => ({ inspect: () => ({ globalValue: desk.setting }) }),
    get workspaceFolders() {
      return desk.folder === '' ? undefined : [{ uri: FakeUri.file(desk.folder) }];
    },
    getWorkspaceFolder: ({ fsPath }: FakeUri) =>
      desk.folder !== '' && `${dirname(fsPath)}${sep}`.startsWith(`${desk.folder}${sep}`) ? {} : undefined,
  },
  window: {
    ...scriptedVscode.window,
    showQuickPick: pick,
    visibleTextEditors: [],
    tabGroups: { all: [] },
    showTextDocument(uri: FakeUri) {
      desk.opened.push(uri.fsPath);
      return Promise.resolve();
    },
    withProgress(options: { title: string }, run: (progress: object, cancel: object) => unknown) {
      const listeners = new Set<() => void>();
      desk.cancel = () => listeners.forEach(listener => listener());
      desk.progress.push(options.title);
      return run(
        { report: ({ message }: { message?: string }) => desk.progress.push(message ?? '') },
        {
          isCancellationRequested: false,
          onCancellationRequested: (listener: () => void) => listeners.add(listener),
        },
      );
    },
  },
};
