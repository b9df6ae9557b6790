import * as l10n from '@vscode/l10n';
import type { PageModel } from '../app/pageModel.ts';

export function ReportCharts({ page }: { page: PageModel }) {
  return (
    <section id="side-charts" class="side-part" aria-label={l10n.t('Charts')} tabindex={-1}>
      {page.state.value?.report?.title}
    </section>
  );
}
