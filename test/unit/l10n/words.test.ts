import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { repository } from '../../editor/repository.ts';
import { bundleFile, readTexts } from '../../l10n/german.ts';
import { readSources, textsOfCode } from '../../l10n/textsOfCode.ts';
import { absolute, held } from './absoluteWords.ts';

/** What a native reader stumbles on, or what has a standard term, and what to write instead. */
const banned: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bno?body is signed in\b/i, 'you are signed out'],
  [/\bthe service (?:tells|told|says|said)\b/i, 'the service reports'],
  [/\bby itself\b/i, 'automatically'],
  [/\bany ?more\b/i, 'no longer'],
  [/\bunder way\b/i, 'in progress'],
  [/\bmeanwhile\b/i, 'in the meantime, or nothing'],
  [/\blook(?:s|ed|ing)? (?:it|them) up\b|\blook up\b/i, 'check'],
  [/\bunclear order/i, 'unconfirmed order'],
  [/\bsendings\b/i, 'attempt'],
  [/\ba (?:revoke|yes)\b|\bsaid yes\b/i, 'revocation, confirmation'],
  [/\btwins?\b/i, 'duplicate'],
  [/\bslivers?\b/i, 'minimum coverage'],
  [/\bstrays?\b/i, 'outlier'],
  [/\bsift/i, 'filter'],
  [/\barea in hand\b/i, 'active area'],
  [/\bget all\b/i, 'load all'],
  [/\btake off\b|\btake it out\b/i, 'remove, clear'],
  [/\bnot known\b|\bknown here\b/i, 'unknown, supported'],
  [/\bdoes not suffice\b/i, 'is not enough'],
  [/\bwhat (?:came|comes|became) of\b/i, 'the outcome of'],
  [/\bonce more\b|\banew\b/i, 'again'],
  [/\b(?:can|cannot|could) be had\b/i, 'is available'],
  [/\bmetres?\b|\bkilometres?\b|\bcolours?\b|\bcentres?\b|\bcancelled\b/i, 'the American spelling'],
];

function stumbles(texts: Iterable<readonly [place: string, text: string]>): string[] {
  return [...texts].flatMap(([place, text]) =>
    banned
      .filter(([pattern]) => pattern.test(text))
      .map(([pattern, instead]) => `${place}: "${pattern.exec(text)?.[0]}", better: ${instead}`),
  );
}

const sources = await readSources();
const texts = textsOfCode(sources).texts;
const manifest = await readTexts('package.nls.json');

describe('what a user reads', () => {
  it('uses the standard terms, in plain English', async () => {
    const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'SUPPORT.md'].concat(
      (await readdir(join(repository, 'docs')))
        .filter(name => name.endsWith('.md'))
        .map(name => `docs/${name}`),
    );
    const lines = await Promise.all(
      pages.map(async page => {
        const text = await readFile(join(repository, page), 'utf8');
        return text.split('\n').map((line, at) => [`${page}:${at + 1}`, line] as const);
      }),
    );
    const spoken = [...texts].map(([text, place]) => [place, text] as const);
    expect(stumbles([...spoken, ...Object.entries(manifest), ...lines.flat()])).toEqual([]);
  });

  it('promises in README, docs/trust.md and docs/agents.md what a file holds', async () => {
    const pages = await Promise.all(
      ['README.md', 'docs/trust.md', 'docs/agents.md'].map(page => readFile(join(repository, page), 'utf8')),
    );
    const lines = pages.flatMap(page => page.split('\n')).filter(line => absolute.test(line));
    const starts = Object.keys(held);
    expect(lines.filter(line => !starts.some(start => line.startsWith(start)))).toEqual([]);
    expect(starts.filter(start => !lines.some(line => line.startsWith(start)))).toEqual([]);
    expect(Object.values(held).filter(file => !existsSync(join(repository, file)))).toEqual([]);
  });

  it('fits: a text has at most 160 characters, a notification at most 140 in two sentences', () => {
    const long = [...texts].filter(([text]) => text.length > 160).map(([text, place]) => `${place} ${text}`);
    expect(long).toEqual([]);
    const notifications = sources.flatMap(({ name, source }) => notificationsIn(name, source));
    expect(notifications.length).toBeGreaterThan(15);
    expect(notifications.filter(text => text.length > 140 || sentencesOf(text) > 2)).toEqual([]);
  });

  it('names commands, views, submenus, tools and buttons as the editor does: in Title Case', () => {
    const named = Object.entries(manifest).filter(([key]) =>
      /^(?:command|view|submenu)\.|^tool\.\w+$/.test(key),
    );
    // A link that is alone on its line is shown as a button.
    const buttons = Object.entries(manifest).flatMap(([key, text]) =>
      [...text.matchAll(/^\[([^\]]+)\]\(command:[^)]*\)$/gm)].map(([, label = '']) => [key, label] as const),
    );
    expect([named.length > 40, buttons.length > 10]).toEqual([true, true]);
    const titles = [...named, ...buttons];
    const small = /^(?:a|an|the|and|or|as|at|by|for|from|in|into|of|on|that|to|with|curl)$/;
    const wrong = titles.filter(([, title]) => {
      const words = title.replace(/…$/, '').split(' ');
      return words.some((word, at) => !/^(?:[A-Z]|curl$)/.test(word) && (at === 0 || !small.test(word)));
    });
    expect(wrong).toEqual([]);
  });

  it('is polite in German', async () => {
    const german = { ...(await readTexts(bundleFile)), ...(await readTexts('package.nls.de.json')) };
    const familiar = Object.values(german).filter(text => /\b(?:du|dich|dir|deine?[mnrs]?)\b/i.test(text));
    expect(familiar).toEqual([]);
  });
});

/** The texts that are written where a notification is shown. */
function notificationsIn(name: string, source: string): string[] {
  if (!/show(?:Information|Warning|Error)Message/.test(source)) return [];
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node, isShown: boolean): void => {
    if (ts.isStringLiteralLike(node)) {
      if (isShown) found.push(node.text);
      return;
    }
    const shows =
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      /^show(?:Information|Warning|Error)Message$/.test(node.expression.text);
    if (shows) {
      const [message] = node.arguments;
      if (message) visit(message, true);
      return;
    }
    ts.forEachChild(node, child => {
      visit(child, isShown);
    });
  };
  visit(file, false);
  return found;
}

function sentencesOf(text: string): number {
  return text.match(/[.!?](?=\s|$)/g)?.length ?? 1;
}
