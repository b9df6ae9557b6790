// Import this before extension code that uses the editor only for texts and settings, to run it outside of the editor.
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
