import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openText } from './documents.ts';

const ring = [
  [5, 43],
  [5.05, 43],
  [5.05, 43.05],
  [5, 43.05],
  [5, 43],
];

/** Each has one error. */
const wrong: readonly [string, unknown][] = [
  ['a criterion that there is not', { cloud: 5 }],
  ['a word that cannot be', { constellation: 'phr' }],
  ['a day that is none', { acquiredFrom: 'today' }],
  ['a list of fields that is none', { sortBy: '-' }],
  ['a circle without its radius', { circle: { longitude: 5, latitude: 43 } }],
  ['an area of several polygons', { aoi: { type: 'MultiPolygon', coordinates: [[ring]] } }],
  ['an area whose ring is not closed', { aoi: { type: 'Polygon', coordinates: [ring.slice(0, -1)] } }],
];

/** A report without an error. */
const order = {
  kind: 'order.analytics-toolbox.archive',
  title: 'Harbor',
  analytic: 'analytic.orbitalinsight.cars-detection',
  resolution: 0.5,
  imageIds: ['a'],
  aoi: { type: 'Polygon', coordinates: [ring] },
};

/** Likewise, of orders. */
const wrongOrders: readonly [string, unknown][] = [
  ['a kind that there is not', { ...order, kind: 'order.other' }],
  ['a resolution that cannot be', { ...order, resolution: 9 }],
  ['a member that is missing', { ...order, imageIds: undefined }],
  ['a member that there is not', { ...order, colour: 'red' }],
];

describe('the problems of an order', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  for (const [name, body] of wrongOrders) {
    it(`are listed once each: ${name}`, () => listedOnce(`${name}.order.json`, 'customerRef', body));
  }
});

describe('the problems of a saved search', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  for (const [name, search] of wrong) {
    it(`are listed once each: ${name}`, () => listedOnce(`${name}.search.json`, 'workspaceId', search));
  }

  it('do not prevent completions and hovers', async () => {
    const document = await openText('words.search.json', '{\n  "constellation": "PHR",\n  "relation": \n}');
    const at = document.positionAt(document.getText().indexOf('"relation": ') + '"relation": '.length);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      at,
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    for (const word of ['"intersects"', '"contains"', '"within"', '"disjoint"']) {
      assert.ok(labels.includes(word), labels.join(', '));
    }
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      document.positionAt(document.getText().indexOf('"PHR"') + 2),
    );
    const texts = hovers.flatMap(({ contents }) =>
      contents.map(content => (content as vscode.MarkdownString).value),
    );
    assert.match(texts.join('\n'), /ground sampling distance[\s\S]*`PHR`: 0\\?\.5 m/);
  });
});

/**
 * Expects one problem, reported by Swath.
 *
 * @param key of a text that any such document may have
 */
async function listedOnce(name: string, key: string, content: unknown): Promise<void> {
  const rest = JSON.stringify(content).slice(1);
  // The editor itself reports a duplicate key: when that is there, it has checked the document.
  const document = await openText(name, `{"${key}": "a", "${key}": "a", ${rest}`);
  const found = await problemsOf(document, problems =>
    [true, false].every(isOurs => problems.some(({ source }) => (source === 'Swath') === isOurs)),
  );
  const others = found.filter(({ message }) => !message.startsWith('Duplicate object key'));
  assert.deepEqual(
    others.map(({ source, message }) => `${source ?? ''}: ${message}`),
    others.slice(0, 1).map(({ message }) => `Swath: ${message}`),
  );
  assert.equal(others.length, 1);
}

/** The problems of a document once they are as expected, or after a timeout, for the test to report. */
async function problemsOf(
  { uri }: vscode.TextDocument,
  isExpected: (problems: readonly vscode.Diagnostic[]) => boolean,
): Promise<vscode.Diagnostic[]> {
  const now = () => vscode.languages.getDiagnostics(uri);
  if (isExpected(now())) return now();
  return new Promise(resolve => {
    const end = setTimeout(finish, 15_000);
    const listening = vscode.languages.onDidChangeDiagnostics(() => {
      if (isExpected(now())) finish();
    });
    function finish() {
      clearTimeout(end);
      listening.dispose();
      resolve(now());
    }
  });
}
