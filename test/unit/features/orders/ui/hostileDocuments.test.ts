import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { downloadsReport } from '../../../../../src/features/deliveries/ui/downloadDelivery.ts';
import { diagnosisText } from '../../../../../src/features/account/diagnosis.ts';
import { bareDelivery, bareOrder } from '../../../fixtures.ts';

/** As in VS Code's Markdown preview. */
const preview = new MarkdownIt({ html: true, linkify: true });
preview.linkify.set({ fuzzyLink: false });

/** Possible names from a service, a file or its folder. */
const hostile = [
  '- # //host.test https://evil.test me@evil.test www.evil.test',
  '[Repair](command:x) <command:x> ![x](y.png) <img src=x> <a href="command:x">y</a>',
  '**b** _e_ `c` ~~s~~ | x |',
  '\n\n# Heading\n\n1. one\n\n> two\n\n***\n\n```\ncode\n```',
].join(' ');

const order = bareOrder({
  id: hostile,
  title: hostile,
  status: 'delivered',
  deliveries: [bareDelivery({ id: hostile })],
});
const documents: [string, () => string][] = [
  [
    'of downloads',
    () => downloadsReport([{ order, index: 0 }], [{ kind: 'failed', error: new Error(hostile) }], hostile),
  ],
  [
    'of a diagnosis',
    () =>
      diagnosisText(
        hostile,
        [hostile],
        [{ title: 'T', findings: [{ level: 'problem', text: hostile, advice: hostile }] }],
      ),
  ],
];

describe.each(documents)('a document %s about what others named', (_of, text) => {
  it('contains only the headings, lists and tables from Swath, and addresses as code', () => {
    const html = preview.render(text());
    const tags = new Set([...html.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag));
    for (const tag of [
      'h1',
      'h2',
      'p',
      'ul',
      'li',
      'br',
      'code',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
    ])
      tags.delete(tag);
    expect([...tags]).toEqual([]);
    for (const [, code] of html.matchAll(/<code>(.*?)<\/code>/gs))
      expect(code).toMatch(/^https?:\/\/[^ <]+$/);
    const headings = [...html.matchAll(/<h\d>(.*?)<\/h\d>/gs)].map(([, heading]) => heading);
    expect(headings).not.toContain('Heading');
  });
});
