import * as l10n from '@vscode/l10n';
import { countText } from '../../ui/format.ts';
import { IconButton, iconPaths } from '../../ui/icon.tsx';
import type { ReportModel } from './reportModel.ts';

/** Steps through the features. @param all shown until one is selected */
export function FeatureSteps({ report, all }: { report: ReportModel; all: string }) {
  const chosen = report.chosen.value;
  const { length } = report.features.value;
  return (
    <div class="report-steps" role="group" aria-label={l10n.t('Features')}>
      <IconButton
        name={l10n.t('Previous feature')}
        path={iconPaths.previous}
        onClick={() => report.step(-1)}
      />
      <span class="quiet feature-place">
        {chosen === undefined ? all : l10n.t('{0} of {1}', countText(chosen + 1), countText(length))}
      </span>
      <IconButton name={l10n.t('Next feature')} path={iconPaths.next} onClick={() => report.step(1)} />
    </div>
  );
}
