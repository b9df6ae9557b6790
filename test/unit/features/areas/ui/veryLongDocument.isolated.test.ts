import { expect, it, onTestFinished, vi } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { allThatEnds } from '../../../../../src/platform/host/endsWithExtension.ts';
import { registerAoiDiagnostics } from '../../../../../src/features/areas/ui/aoiDiagnostics.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { anyKept } from '../../../fakes.ts';
import type { Resources } from '../../../lifetime/resources.ts';

const setup = vi.hoisted(() => ({ resources: undefined as Resources | undefined }));
vi.mock('node:worker_threads', async original => {
  const { Resources } = await import('../../../lifetime/resources.ts');
  setup.resources = new Resources();
  return setup.resources.threadsOf(await original());
});

it('delays no other document, and its check ends when it is closed', async () => {
  const diagnostics = registerAoiDiagnostics(anyKept, error => {
    throw error;
  });
  onTestFinished(() => {
    diagnostics.dispose();
    allThatEnds.dispose();
  });
  const checked: string[] = [];
  diagnostics.onDidCheck(({ uri: { path } }) => checked.push(path));
  const threads = () => setup.resources?.left().length;

  const feature = JSON.stringify({ type: 'Feature', properties: {}, geometry: polygon(box(5, 43, 6, 44)) });
  const features = `${feature},`.repeat(300_000) + feature;
  const veryLong = editor.open('/many.geojson', `{"type":"FeatureCollection","features":[${features}]}`);
  await eventually(() => expect(threads()).toBe(1));
  const open = JSON.stringify(polygon(box(5.3, 43.2, 5.4, 43.3).slice(0, 4)));
  const long = editor.open('/open.geojson', open + ' '.repeat(3_000_000));
  await eventually(() => expect(checked).toEqual(['/open.geojson']));
  expect(editor.problemsOf(long)).toMatchObject([{ code: 'ring-not-closed' }]);
  expect(threads()).toBe(2);

  editor.documents.close(veryLong);
  await eventually(() => expect(threads()).toBe(1));
  expect(checked).toEqual(['/open.geojson']);
});
