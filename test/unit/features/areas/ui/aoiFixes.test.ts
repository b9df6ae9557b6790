import { signal } from '@preact/signals-core';
import type { Polygon, Position } from 'geojson';
import { beforeEach, describe, expect, it } from 'vitest';
import { CodeActionKind, Range } from 'vscode';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import type { CatalogState } from '../../../../../src/features/images/imageCatalog.ts';
import type { AoiUse } from '../../../../../src/features/areas/rules/text/geojsonCheck.ts';
import { diagnoseAois } from '../../../../../src/features/areas/rules/text/geojsonDiagnostics.ts';
import type { AoiDiagnostics } from '../../../../../src/features/areas/ui/aoiDiagnostics.ts';
import { fixArea, registerAoiFixes } from '../../../../../src/features/areas/ui/aoiFixes.ts';
import type { Document } from '../../../../fake/documents.ts';
import { editor } from '../../../../fake/editor.ts';
import type { CodeAction } from '../../../../fake/values.ts';
import { anyKept } from '../../../fakes.ts';

const ring = box(5.3, 43.2, 5.4, 43.3);
const open = JSON.stringify(polygon(ring.slice(0, 4)));
const quick = CodeActionKind.QuickFix;
const everything = CodeActionKind.SourceFixAll;
const rewrite = CodeActionKind.RefactorRewrite;

describe('the fixes at the cursor', () => {
  beforeEach(() => {
    register([]);
  });

  let registered: { dispose: () => unknown } | undefined;
  /** With a search that found images with these footprints. */
  function register(footprints: Polygon[]) {
    const images = footprints.map((footprint, index) => ({ id: String(index), footprint }) as Image);
    const current = signal({ images, selected: [] as string[] } as unknown as CatalogState);
    const documentProblems: AoiDiagnostics['documentProblems'] = document =>
      diagnoseAois(document.getText(), useOf(document.uri.path));
    registered?.dispose();
    registered = registerAoiFixes({ documentProblems }, anyKept, { current });
  }

  const useOf = (path: string): AoiUse => (path.endsWith('.order.json') ? 'order' : 'file');

  /** Actions at a word. */
  function actionsAt(document: Document, word: string, only?: CodeActionKind, trigger?: number) {
    const at = document.positionAt(document.getText().indexOf(word));
    return editor.actions(document, new Range(at, at), {
      ...(only ? { only } : {}),
      ...(trigger ? { trigger } : {}),
    });
  }

  /** As the editor does when an action is chosen. */
  async function run(action: CodeAction | undefined) {
    if (action?.edit) throw new Error('The editor would change a document that is read-only.');
    expect(action?.command?.command).toBe('swath.fixArea');
    await fixArea(
      { current: signal({ images: [] } as unknown as CatalogState) },
      action?.command?.arguments?.[0],
    );
  }

  it('fix the problem there, the most likely fix first', async () => {
    const document = editor.open('/a.geojson', open);
    const [action] = await actionsAt(document, '[5.3,43.3]', quick);
    expect(action).toMatchObject({ title: 'Close ring', isPreferred: true });
    await run(action);
    expect(JSON.parse(document.getText())).toEqual(polygon(ring));
  });

  it('can be a command on the area: a ring that touches itself is reshaped on the map', async () => {
    const twice: Position[] = [
      [5.3, 43.2],
      [5.4, 43.3],
      [5.5, 43.2],
      [5.5, 43.4],
      [5.4, 43.3],
      [5.3, 43.4],
      [5.3, 43.2],
    ];
    const document = editor.open('/a.geojson', JSON.stringify(polygon(twice)));
    const [action] = await actionsAt(document, '[5.3,43.2]', quick);
    expect(action).toMatchObject({
      title: 'Show on Map',
      command: {
        command: 'swath.openMap',
        arguments: [{ uri: document.uri.toString(), path: [] }],
      },
    });
  });

  it('leave a document that is read-only as it is, and say so', async () => {
    const document = editor.open('/a.geojson', open);
    document.isReadOnly = true;
    for (const only of [quick, rewrite]) {
      const [action] = await actionsAt(document, '[5.3,43.3]', only, 1);
      await expect(run(action)).rejects.toThrow(/^a\.geojson is read-only\. Make it writable/);
    }
    expect(document.getText()).toBe(open);
  });

  it("don't change a delivered report or a comparison of two", async () => {
    const two = {
      type: 'FeatureCollection',
      features: [1, 2].map(() => ({ type: 'Feature', properties: {}, geometry: polygon(circle) })),
    };
    for (const text of [open, JSON.stringify(polygon(circle)), JSON.stringify(two)]) {
      register([polygon(box(5, 43, 5.35, 44))]);
      const report = editor.open('/town-0123abcd.geojson', text);
      for (const only of [quick, everything]) expect(await actionsAt(report, '[5.3', only)).toEqual([]);
      const actions = await actionsAt(report, 'coordinates', rewrite, 1);
      // The remaining ones copy areas to their own files.
      expect(actions.filter(({ edit }) => edit !== undefined)).toEqual([]);
      for (const { command } of actions) expect(command?.command).toBe('swath.splitAreaFiles');
    }
  });

  it("aren't offered elsewhere", async () => {
    expect(await actionsAt(editor.open('/a.geojson', open), 'Polygon', quick)).toEqual([]);
  });

  it('are those for orders in an order', async () => {
    const multi = { type: 'MultiPolygon', coordinates: [[ring]] };
    const order = editor.open('/a.order.json', JSON.stringify({ aoi: multi }));
    const file = editor.open('/a.geojson', JSON.stringify(multi));
    const titles = async (document: Document) =>
      (await actionsAt(document, '"MultiPolygon"', quick)).map(({ title }) => title);
    expect(await titles(order)).toEqual(['Keep largest polygon']);
    expect(await titles(file)).toEqual(['Split into single Polygons']);
  });

  it('fix the entire document at once, wherever the cursor is', async () => {
    const two = `[${open}, ${JSON.stringify(polygon(ring.toReversed()))}]`;
    const document = editor.open('/a.geojson', two);
    const [action, ...more] = await actionsAt(document, '[', everything);
    expect(more).toEqual([]);
    expect(action?.kind?.value).toBe('source.fixAll.swath');
    expect(diagnoseAois(editor.textAfter(action?.edit, document), 'file')).toEqual([]);
    expect(JSON.parse(editor.textAfter(action?.edit, document))).toHaveLength(2);
  });

  it('offer on request to round, simplify and swap the polygon around the cursor', async () => {
    const document = editor.open('/a.geojson', JSON.stringify(polygon(circle)));
    expect(await actionsAt(document, 'coordinates')).toEqual([]);
    const actions = await actionsAt(document, 'coordinates', rewrite, 1);
    expect(actions.map(({ title }) => title)).toEqual([
      'Round polygon to 6 decimals',
      'Simplify polygon to 500 positions',
      'Simplify polygon to 100 positions',
      'Swap longitude and latitude',
      'Simplify the Polygon…',
    ]);
    const target = { uri: 'file:///a.geojson', path: [] };
    expect(actions.at(-1)?.command).toMatchObject({ command: 'swath.simplifyArea', arguments: [target] });
  });

  it('offer to swap once where swapped coordinates are the problem', async () => {
    // Tokyo: no latitude is 139°.
    const document = editor.open('/a.geojson', JSON.stringify(polygon(box(35.61234567, 139.7, 35.7, 139.8))));
    const titles = (await actionsAt(document, '[35.6', undefined, 1)).map(({ title }) => title);
    expect(titles.filter(title => title === 'Swap longitude and latitude')).toHaveLength(1);
    expect(titles).toContain('Round polygon to 6 decimals');
  });

  const circle = Array.from({ length: 601 }, (_value, index): Position => {
    const angle = ((index % 600) * Math.PI) / 300;
    return [5 + Math.cos(angle), 43 + Math.sin(angle)];
  });

  it('offer one file per area for anything with several areas', async () => {
    const multi = { type: 'MultiPolygon', coordinates: [[ring]] };
    const features = [multi, polygon(ring)].map(geometry => ({ type: 'Feature', properties: {}, geometry }));
    const document = editor.open('/a.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    const actions = await actionsAt(document, '"MultiPolygon"', rewrite, 1);
    const uri = 'file:///a.geojson';
    expect(actions.map(({ title, command }) => [title, command?.arguments])).toEqual([
      ['Split into Files of One Polygon Each…', [{ uri, path: ['features', 0, 'geometry'] }]],
      ['Split Areas into Files…', [{ uri, path: [] }]],
    ]);
  });

  it('are empty for a text that has changed in the meantime', async () => {
    const document = editor.open('/a.geojson', open);
    const actions = actionsAt(document, '[5.3,43.3]', quick);
    editor.documents.replace(document, open);
    expect(await actions).toEqual([]);
  });
});
