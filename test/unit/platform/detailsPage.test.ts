import { beforeEach, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { createDetailsPage, type DetailedRow } from '../../../src/platform/documents/detailsPage.ts';
import { editor, newEditor } from '../../fake/editor.ts';

beforeEach(newEditor);

const row: DetailedRow = {
  id: 'subscription/s1',
  copyId: 's1',
  details: {
    title: 'Quarry <watch>',
    fields: { id: 's1', note: 'n' },
    facts: () => [
      ['Status', 'active'],
      ['End', undefined],
      ['Note', 'see https://x.test/?token=the-token'],
    ],
  },
};

function setUp() {
  const asked: string[] = [];
  const page = createDetailsPage({
    extensionUri: Uri.file('/swath'),
    copyId: id => Promise.resolve(void asked.push(`copy ${id}`)),
    showRaw: ({ id }) => Promise.resolve(void asked.push(`raw ${id}`)),
    onError: error => expect.fail(String(error)),
  });
  const panel = () => editor.panels[0] ?? expect.fail('There is no page.');
  const body = () => (panel().webview.sent.at(-1) as { body: string }).body;
  return { page, panel, body, asked };
}

it('shows the facts of a row as text, without secrets, and the next row in the same tab', () => {
  const { page, panel, body } = setUp();
  page.show(row, ['the-token']);
  expect(panel().title).toBe('Quarry <watch>');
  expect(body()).toContain('<h1>Quarry &#60;watch&#62;</h1>');
  expect(body()).toMatch(/<dt>Status<\/dt>\s*<dd>active<\/dd>/);
  expect(body()).not.toContain('End');
  expect(body()).not.toContain('the-token');
  page.show({ ...row, copyId: undefined, details: { title: 'Roles', fields: { tasking: true } } }, []);
  expect(editor.panels).toHaveLength(1);
  expect(panel().title).toBe('Roles');
  expect(body()).toMatch(/<dt>tasking<\/dt>\s*<dd>true<\/dd>/);
  expect(body()).not.toContain('copyId');
});

it('has buttons for the ID and the JSON of its row, and runs nothing else', () => {
  const { page, panel, asked } = setUp();
  page.show(row, []);
  for (const action of ['copyId', 'showRaw', 'swath.placeOrder', 'toString'])
    panel().webview.receive({ action });
  panel().webview.receive({ action: 'copyId', id: 'other' });
  expect(asked).toEqual(['copy s1', 'raw subscription/s1', 'copy s1']);
});
