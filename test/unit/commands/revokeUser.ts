interface InputOptions {
  title: string;
  prompt: string;
  ignoreFocusOut: boolean;
  validateInput: (text: string) => string | undefined;
}

/** What the user does when asked; the dialogs that come are noted with their words. */
export const user = {
  picks: undefined as string | undefined,
  continues: (): boolean => true,
  types: (): string | undefined | Promise<string> => undefined,
  looksAgain: false,
  offered: [] as string[],
  dialogs: [] as string[],
  inputs: [] as InputOptions[],
  infos: [] as string[],
  warnings: [] as string[],
  ran: [] as unknown[][],
};

/** A user who continues and types the right title. */
export function resetUser(): void {
  Object.assign(user, {
    picks: undefined,
    continues: () => true,
    types: () => 'Port of call',
    looksAgain: false,
    offered: [],
    dialogs: [],
    inputs: [],
    infos: [],
    warnings: [],
    ran: [],
  });
}

const t = (message: string, ...args: unknown[]) =>
  message.replace(/\{(\d+)\}/g, (_all, index: string) => String(args[Number(index)]));
/** As much of the editor as the command uses. */
export const fakeVscode = {
  l10n: { t },
  ProgressLocation: { Window: 10, Notification: 15 },
  commands: {
    executeCommand: (...given: unknown[]) => {
      user.ran.push(given);
      return Promise.resolve();
    },
  },
  window: {
    withProgress: (_options: unknown, task: () => Promise<unknown>) => task(),
    showQuickPick: (items: { id: string }[]) => {
      user.offered.push(...items.map(({ id }) => id));
      return Promise.resolve(items.find(({ id }) => id === user.picks));
    },
    showInformationMessage: (message: string) => {
      user.infos.push(message);
      return Promise.resolve(undefined);
    },
    showWarningMessage: (message: string, ...rest: unknown[]) => {
      const [options] = rest;
      if (typeof options === 'object') {
        user.dialogs.push(`${message}\n${(options as { detail: string }).detail}`);
        return Promise.resolve(user.continues() ? rest[1] : undefined);
      }
      user.warnings.push(message);
      return Promise.resolve(user.looksAgain ? options : undefined);
    },
    showInputBox: (options: InputOptions) => {
      user.inputs.push(options);
      return Promise.resolve(user.types());
    },
  },
};
