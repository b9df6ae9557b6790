import * as l10n from '@vscode/l10n';
import type { PageModel } from '../app/pageModel.ts';

export function ReportReview({ page }: { page: PageModel }) {
  return (
    <section id="side-review" class="side-part" aria-label={l10n.t('Review')} tabindex={-1}>
      {page.state.value?.report?.title}
    </section>
  );
}
