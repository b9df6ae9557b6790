import * as l10n from '@vscode/l10n';
import type { PageModel } from '../../app/pageModel.ts';
import { Button } from '../../ui/controls.tsx';

/** What an empty map offers: gone as soon as there is an area or a search, and while one is drawn. */
export function StartCard({ page }: { page: PageModel }) {
  const { areas } = page;
  const state = page.state.value;
  const isUsed = areas.rows.value.length > 0 || areas.editing.value.tool.kind !== 'none';
  if (!state || isUsed || state.aoi || state.report || state.phase.kind !== 'idle') return null;
  const signedOut = state.connection === undefined ? l10n.t('Sign in to search.') : undefined;
  return (
    <section class="map-strip start-card" aria-labelledby="start-title">
      <strong id="start-title">{l10n.t('Start with an area of interest')}</strong>
      <div class="card-buttons">
        <Button label={l10n.t('Draw Area')} isPrimary onPress={() => areas.draw('polygon')} />
        <Button
          label={l10n.t('Import…')}
          title={l10n.t('To drop files on the map instead, hold Shift.')}
          onPress={() => page.post({ kind: 'importAoi' })}
        />
        <Button label={l10n.t('Open Sample')} onPress={() => page.post({ kind: 'openSample' })} />
        <Button
          label={l10n.t('Search Here')}
          title={l10n.t('Searches the part of the world that the map shows.')}
          disabledBecause={signedOut}
          onPress={() => (page.searchHere.value = {})}
        />
      </div>
    </section>
  );
}
