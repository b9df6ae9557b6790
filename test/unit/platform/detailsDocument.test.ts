import { beforeEach, describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { registerDetailsDocuments } from '../../../src/platform/documents/detailsDocument.ts';
import { editor } from '../../fake/editor.ts';

/** The map in front in the first column, and texts beside it. */
function setUp() {
  const documents = registerDetailsDocuments();
  const document = () => editor.openedEditors.at(-1)?.document ?? expect.fail('nothing is shown');
  return {
    documents,
    document,
    last: () => document().uri,
    text: () => JSON.parse(document().getText()) as unknown,
  };
}
/** What the editor requests when it restores a tab. */
const provided = (uri: Uri) => editor.documents.providers.get('swath')?.(uri);
/** Of all our documents. */
const texts = () =>
  editor.documents.open.filter(({ uri }) => uri.scheme === 'swath').map(document => document.getText());

beforeEach(() => {
  editor.extensions.set('vscode.markdown-language-features', {});
  editor.arrange(['map', 'text', 'text'], 1);
});

describe('a document of details', () => {
  it('is named after its title, as JSON', async () => {
    const { documents, last, text } = setUp();
    await documents.show('order/o1', 'Order Quay', { id: 'o1' }, []);
    expect(last()).toMatchObject({ scheme: 'swath', path: '/Order Quay.json', query: 'order/o1' });
    expect(text()).toEqual({ id: 'o1' });
  });

  it.each([
    ['a/b\\c: "d"', '/a b c d.json'],
    [' a ', '/a.json'],
  ])('has a path whatever the title %j contains', async (title, path) => {
    const { documents, last } = setUp();
    await documents.show('x', title, {}, []);
    expect(last().path).toBe(path);
  });

  it('is updated with what is known now', async () => {
    const { documents, text } = setUp();
    await documents.show('order/o1', 'Order Quay', { status: 'ordered' }, []);
    await documents.show('order/o1', 'Order Quay', { status: 'delivered' }, []);
    expect(text()).toEqual({ status: 'delivered' });
    expect(texts()).toHaveLength(1);
  });

  it('is forgotten with its tab, and says so in a restored one', async () => {
    const { documents, document, last } = setUp();
    await documents.show('order/o1', 'Order Quay', { id: 'o1' }, []);
    const uri = last();
    editor.documents.close(document());
    expect(await provided(uri)).toMatch(/^"These details are no longer available/);
  });
});

describe('a document about several things', () => {
  const uri = Uri.from({ scheme: 'swath', path: '/Prices of a b.md' });

  it('is opened as a preview, away from the map', async () => {
    const { documents } = setUp();
    await documents.showMarkdown('Prices of a/b', '# Prices');
    expect(editor.document('Prices of a b.md').getText()).toBe('# Prices');
    const [command, which, ...rest] = editor.ran[0] ?? [];
    expect([command, String(which), ...rest]).toEqual([
      ...['vscode.openWith', uri.toString()],
      ...['vscode.markdown.preview.editor', { preview: true, viewColumn: 2 }],
    ]);
    expect(editor.openedEditors).toEqual([]);
  });

  it('is updated where it is', async () => {
    const { documents } = setUp();
    editor.workbench.showCustom(uri, 'vscode.markdown.preview.editor', 3);
    await documents.showMarkdown('Prices of a/b', '# Prices');
    expect(editor.ran.at(-1)?.at(-1)).toEqual({ preview: true, viewColumn: 3 });
  });

  it('is plain text if the editor has no Markdown preview', async () => {
    const { documents, last } = setUp();
    editor.extensions.clear();
    await documents.showMarkdown('Prices', '# Prices');
    expect(last().path).toBe('/Prices.md');
    expect(editor.ran).toEqual([]);
  });
});
