import * as l10n from '@vscode/l10n';
import { areaText } from '../../src/model/words/areaText.ts';
import { AreaStepper } from '../map/areas/AreaStepper.tsx';
import type { PageModel } from './pageModel.ts';

/** Where images are searched, in which document that is, and by which connection. */
export function Header({ page }: { page: PageModel }) {
  const state = page.state.value;
  const { aoi, document, connection } = state ?? {};
  return (
    <div class="header">
      {aoi && (
        <button
          type="button"
          class="link aoi"
          title={l10n.t('Go to Text')}
          onClick={() => page.post({ kind: 'revealAoi' })}
        >
          <span class="ellipsis">{aoi.name}</span>
          <span class="aoi-area">{` · ${areaText(aoi.areaKm2)}`}</span>
        </button>
      )}
      {state && !aoi && <span class="quiet ellipsis">{l10n.t('No area of interest')}</span>}
      {document && (
        <span class="document-name quiet ellipsis" title={document.locked ?? document.name}>
          {document.name}
        </span>
      )}
      <AreaStepper page={page} />
      <span
        class={connection === undefined ? 'connection ellipsis quiet' : 'connection ellipsis'}
        title={connection === undefined ? '' : l10n.t('Connection: {0}', connection)}
      >
        {state && (connection ?? l10n.t('Signed out'))}
      </span>
    </div>
  );
}
