import { describe, expect, it } from 'vitest';
import { detailsText } from '../../../../src/model/words/detailsText.ts';

describe('the details of a record', () => {
  it('are all of its fields as JSON', () => {
    const fields = { id: 'o1', nested: { list: [1, null, { deep: true }] }, text: 'a'.repeat(200) };
    expect(JSON.parse(detailsText(fields))).toEqual(fields);
    expect(detailsText(fields)).toMatch(/\n {2}"nested"/);
    expect(detailsText(undefined)).toBe('null\n');
  });

  it('are shown also where they are nested too deep for that', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    const text = detailsText({ id: 'o1', deep });
    expect(text).toContain('"id": "o1"');
    expect(text).toContain('(nested too deeply to be shown)');
  });

  it('never show a secret by another name for it, nor in a list', () => {
    const sent = {
      token: 'S1',
      client_secret: 'S2',
      accessToken: ['S3', 'S4'],
      session: { id: 'S5', nested: { deep: 'S6' } },
      'X-Api-Key': 'S7',
      credentials: [{ user: 'S8' }],
      password: 99123,
      tokenType: 'Bearer',
      keyId: 'k1',
      hasToken: true,
      refreshToken: null,
    };
    const text = detailsText(sent);
    expect(text).not.toMatch(/S\d|99123/);
    expect(JSON.parse(text)).toEqual({
      token: '(not shown)',
      client_secret: '(not shown)',
      accessToken: '(not shown)',
      session: '(not shown)',
      'X-Api-Key': '(not shown)',
      credentials: '(not shown)',
      password: '(not shown)',
      tokenType: 'Bearer',
      keyId: 'k1',
      hasToken: true,
      refreshToken: null,
    });
  });

  it('never show a secret of the session, whatever it stands in', () => {
    const key = 'a "key"\\=';
    const text = detailsText({ title: `said ${key} twice: ${key}`, list: ['x', `y${key}`] }, [key, '']);
    expect(JSON.parse(text)).toEqual({ title: 'said ••• twice: •••', list: ['x', 'y•••'] });
  });
});
