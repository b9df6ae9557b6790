// To be imported before code of the extension that asks the editor for texts and settings alone, outside of the editor.
import { registerHooks } from 'node:module';

const vscode = `
export const l10n = { t: text => text };
export const workspace = { workspaceFolders: undefined, getConfiguration: () => ({ inspect: () => undefined }) };
export const Uri = {};
`;

registerHooks({
  resolve: (name, context, next) =>
    name === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(vscode)}`, shortCircuit: true }
      : next(name, context),
});
