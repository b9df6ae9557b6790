/** Rules of this project for oxlint.config.ts. */
import { join, relative, sep } from 'node:path';
import { importProblem } from '../rooms.mjs';

/** What the rules use of oxlint's, which has the shape of ESLint's. */
interface Context {
  filename: string;
  options: readonly unknown[];
  report(problem: { node: unknown; message: string }): void;
}

/** A kind of syntax that a file must not contain. */
export interface Forbidden {
  /** As in https://eslint.org/docs/latest/extend/selectors */
  selector: string;
  message: string;
}

interface ImportLike {
  source: { type: string; value?: unknown } | null;
}

const repository = join(import.meta.dirname, '../..');

/** Checks every import against the table in test/rooms.mjs. */
const importsPointDown = {
  create(context: Context) {
    const file = relative(repository, context.filename).replaceAll(sep, '/');
    const check = (node: ImportLike) => {
      if (node.source?.type !== 'Literal' || typeof node.source.value !== 'string') return;
      const message = importProblem(file, node.source.value);
      if (message !== undefined) context.report({ node: node.source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

/** Reports what a selector finds, with the message that belongs to it. */
const forbiddenSyntax = {
  // Its options are checked by the type of oxlint.config.ts.
  meta: { schema: false },
  create(context: Context) {
    return Object.fromEntries(
      (context.options as Forbidden[]).map(({ selector, message }) => [
        selector,
        (node: unknown) => {
          context.report({ node, message });
        },
      ]),
    );
  },
};

export default {
  meta: { name: 'swath' },
  rules: { 'imports-point-down': importsPointDown, 'forbidden-syntax': forbiddenSyntax },
};
