import * as l10n from '@vscode/l10n';
import { numberText, numberWords } from './displayLanguage.ts';

/** Figures of images with their units, as rows and columns show them. */

export function percentText(percent: number): string {
  return l10n.t('{0} %', Math.round(percent));
}

export function metersText(meters: number): string {
  return l10n.t('{0} m', numberText(meters));
}

const tenths = numberWords({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function degreesText(degrees: number): string {
  return l10n.t('{0}°', tenths(degrees));
}

/** Short, for a row. */
export function angleText(degrees: number): string {
  return l10n.t('∠ {0}°', tenths(degrees));
}

/** The angle to the surface normal, which differs from the angle at the satellite (off nadir). */
export function incidenceText(degrees: number): string {
  return l10n.t('incidence angle {0}°', tenths(degrees));
}

/** "PHR 0.5 m"; omits what the service left out. */
export function sensorText({
  constellation,
  resolution,
}: {
  constellation?: string | undefined;
  resolution?: number | undefined;
}): string {
  const size = resolution === undefined ? undefined : metersText(resolution);
  return [constellation, size].filter(part => part !== undefined).join(' ');
}
