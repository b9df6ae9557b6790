import * as l10n from '@vscode/l10n';
import { escapedMarkdown } from '../model/words/plainMarkdown.ts';
import type { Finding, Section } from './diagnosis.ts';

const marks: Record<Finding['level'], string> = { good: '✓', warning: '⚠', problem: '✗', skipped: '–' };

/**
 * A diagnosis as Markdown, fit to be sent to support.
 *
 * @param about name and value of what the diagnosis was made with: versions, connection, time
 */
export function diagnosisText(
  about: readonly (readonly [string, string])[],
  sections: readonly Section[],
): string {
  const findings = sections.flatMap(section => section.findings);
  const worst = findings.filter(({ level }) => level === 'problem' || level === 'warning');
  const summary =
    worst.length === 0
      ? l10n.t('Nothing stands in the way.')
      : l10n.t('{0} of {1} findings need a look.', worst.length, findings.length);
  const blocks = sections.map(
    ({ title, findings: list }) => `## ${title}\n\n${list.map(lineOf).join('\n')}\n`,
  );
  return [
    `# ${l10n.t('Swath connection diagnosis')}\n`,
    `${about.map(([name, value]) => `- ${name}: ${escapedMarkdown(value)}`).join('\n')}\n`,
    `**${summary}** ${l10n.t('No key and no token is in this text.')}\n`,
    ...blocks,
  ].join('\n');
}

function lineOf({ level, text, advice }: Finding): string {
  return `- ${marks[level]} ${escapedMarkdown(text)}${advice === undefined ? '' : `\n  → ${advice}`}`;
}
