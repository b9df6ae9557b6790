import ts from 'typescript';

/**
 * A call of `l10n.t`. Found without type information, so that all of the code takes half a second.
 *
 * @typedef {object} TextCall
 * @property {string | undefined} text English; `undefined` if it is computed and can't be collected
 * @property {number} line from 1
 */

/**
 * @param {string} name of the file
 * @param {string} source
 * @returns {TextCall[]}
 */
export function textsIn(name, source) {
  if (!source.includes('l10n')) return [];
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest);
  /** @type {TextCall[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = node => {
    const text = textOf(node);
    if (text) {
      const { line } = file.getLineAndCharacterOfPosition(node.pos);
      found.push({ text: text.words, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/**
 * @param {ts.Node} node
 * @returns {{ words: string | undefined } | undefined}
 */
function textOf(node) {
  if (ts.isTaggedTemplateExpression(node) && isL10n(node.tag)) return { words: undefined };
  if (!ts.isCallExpression(node) || !isL10n(node.expression)) return undefined;
  const [first] = node.arguments;
  return { words: first && ts.isStringLiteralLike(first) ? first.text : undefined };
}

/** @param {ts.Expression} called */
function isL10n(called) {
  if (!ts.isPropertyAccessExpression(called) || called.name.text !== 't') return false;
  return ts.isIdentifier(called.expression) && called.expression.text === 'l10n';
}
