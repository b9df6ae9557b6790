import * as l10n from '@vscode/l10n';
import type { PageModel } from '../app/pageModel.ts';

export function ReportTable({ page }: { page: PageModel }) {
  return (
    <section id="side-table" class="side-part" aria-label={l10n.t('Table')} tabindex={-1}>
      {page.state.value?.report?.title}
    </section>
  );
}
