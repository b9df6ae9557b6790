import type manifestTexts from '../../package.nls.json';

type CommandName<Key> = Key extends `command.${infer Name}`
  ? Name extends `${string}.${string}`
    ? never
    : Name
  : never;

/** A command that `package.json` declares: derived from its title, `command.<name>` in `package.nls.json`. */
export type CommandId = `swath.${CommandName<keyof typeof manifestTexts>}`;
