import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Ajv from 'ajv';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { type ToolName, readToolInput, toolInputs, toolSchema } from '../../../src/tools/toolInputs.ts';
import { UserError } from '../../../src/editor/userError.ts';

const file = resolve(import.meta.dirname, '../../../package.json');
const text = readFileSync(file, 'utf8');
const manifest = JSON.parse(text) as {
  contributes: { languageModelTools: { name: string; inputSchema: object; modelDescription: string }[] };
};
const declared = manifest.contributes.languageModelTools;
const names = Object.keys(toolInputs) as ToolName[];

describe('the tools of the manifest', () => {
  it('are exactly those that there are', () => {
    expect(declared.map(({ name }) => name)).toEqual(names);
  });

  it('take what the code takes (mend with vitest -u)', async () => {
    for (const tool of declared) tool.inputSchema = toolSchema(tool.name as ToolName);
    const wanted = await format(JSON.stringify(manifest, null, 2), {
      ...(await resolveConfig(file)),
      parser: 'json-stringify',
    });
    await expect(wanted).toMatchFileSnapshot(file);
  });

  it('say of everything that spends or drafts that it orders nothing', () => {
    for (const name of ['swath_draftOrder', 'swath_priceOrder']) {
      expect(declared.find(tool => tool.name === name)?.modelDescription).toMatch(/Orders nothing/);
    }
  });
});

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [5, 43],
      [6, 43],
      [6, 44],
      [5, 43],
    ],
  ],
};
const draft = { kind: 'order.data.product', title: 'Quay', imageIds: ['a'], file: 'quay.geojson' };

const table: [ToolName, string, unknown, boolean][] = [
  ['swath_searchImages', 'nothing', {}, true],
  ['swath_searchImages', 'a polygon', { polygon: square, maxCloudCover: 20, limit: 5 }, true],
  ['swath_searchImages', 'a box', { bounds: [5, 43, 6, 44], lastDays: 30 }, true],
  ['swath_searchImages', 'a circle', { circle: { longitude: 5, latitude: 43, radius: 500 } }, true],
  ['swath_searchImages', 'a misspelt criterion', { maxCloud: 20 }, false],
  ['swath_searchImages', 'more cloud than there is', { maxCloudCover: 120 }, false],
  ['swath_searchImages', 'a day of another form', { acquiredFrom: '01/02/2025' }, false],
  ['swath_searchImages', 'more than it tells of', { limit: 500 }, false],
  ['swath_searchImages', 'a constellation of others', { constellation: 'S2' }, false],
  ['swath_measureCoverage', 'images of a file', { file: 'quay.geojson', imageIds: ['a', 'b'] }, true],
  ['swath_measureCoverage', 'no image', { file: 'quay.geojson', imageIds: [] }, false],
  ['swath_measureCoverage', 'more images than one call takes', { imageIds: Array(26).fill('a') }, false],
  ['swath_listAnalytics', 'nothing', {}, true],
  ['swath_listAnalytics', 'something', { type: 'objects' }, false],
  ['swath_draftOrder', 'a product', { ...draft, product: { imageFormat: 'image/jp2' } }, true],
  ['swath_draftOrder', 'no title', { ...draft, title: '' }, false],
  ['swath_draftOrder', 'another kind', { ...draft, kind: 'order.tasking' }, false],
  ['swath_draftOrder', 'a wish to place it', { ...draft, place: true }, false],
  ['swath_priceOrder', 'a file', { file: 'quay.order.json' }, true],
  ['swath_priceOrder', 'no file', {}, false],
];

describe('the input of a tool', () => {
  it.each(table)('%s with %s', (name, _what, input, isTaken) => {
    const validate = new Ajv({ schemaId: 'auto' }).compile(toolSchema(name));
    expect(validate(input)).toBe(isTaken);
    if (isTaken) expect(readToolInput(name, input)).toEqual(input);
    else expect(() => readToolInput(name, input)).toThrow(UserError);
  });

  it('is refused with the place', () => {
    expect(() => readToolInput('swath_draftOrder', { ...draft, imageIds: ['a', ''] })).toThrow(
      /imageIds\[1\]/,
    );
  });
});
