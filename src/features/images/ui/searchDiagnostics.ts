import * as vscode from 'vscode';
import type { Problem } from '../../../base/problem.ts';
import { checkDocuments } from '../../../platform/documents/checkedDocuments.ts';
import { isSearchDocument } from '../../../platform/documents/swathDocuments.ts';
import { readSearchDocument } from './searchDocument.ts';

/** Underlines problems with the criteria of every open saved search, shortly after the last edit. */
export function registerSearchDiagnostics(onError: (error: unknown) => void): { dispose(): void } {
  return checkDocuments({ name: 'swath.search', isChecked: isSearchDocument, find }, onError);
}

async function find(document: vscode.TextDocument) {
  const reading = await readSearchDocument(document);
  // The editor itself reports invalid JSON.
  if (reading?.kind !== 'problems') return [];
  const text = document.getText();
  const problems = reading.problems.filter(problem => !isToldOfAreas(problem, text));
  if (problems.length === 0) return [];
  const paths = problems.map(({ path }) => path);
  const { jsonRanges } = await import('../../../geo/text/geojsonSource.ts');
  const ranges = jsonRanges(text, paths);
  // Underlining the whole document wouldn't help: use its first line.
  const firstLine = { offset: 0, length: document.offsetAt(new vscode.Position(1, 0)) };
  return problems.map((problem, index) => ({
    ...problem,
    range: (problem.path.length > 0 && ranges[index]) || firstLine,
  }));
}

/** Ring problems of a Polygon are reported for every Polygon, wherever it is written. */
function isToldOfAreas({ path }: Problem, text: string): boolean {
  return path[0] === 'aoi' && path[1] === 'coordinates' && text.includes('"coordinates"');
}
