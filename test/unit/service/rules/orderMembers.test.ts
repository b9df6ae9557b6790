import { afterEach, describe, expect, it } from 'vitest';
import { setLocale } from '../../../../src/base/words/displayLanguage.ts';
import { membersIn, optionTexts, shownMembers } from '../../../../src/service/rules/orderMembers.ts';
import { checkOrder } from '../../../../src/features/orders/rules/checkOrder.ts';
import { orderCompletions } from '../../../../src/features/orders/rules/orderCompletions.ts';
import { placedContents } from '../../../../src/features/orders/rules/placedContents.ts';
import { proposedValues } from '../../../../src/features/orders/rules/proposedValues.ts';
import { pair, products, report, withProduct } from '../../features/orders/rules/orderFixtures.ts';
import { bareOrder } from '../../fixtures.ts';

afterEach(() => setLocale({ language: 'en', bundle: undefined }));

const wrongValue = { wrong: true };
const membersOf = (part: 'report' | 'products') =>
  membersIn(part).map(([name, member]) => ({ name, ...member }));

describe('a member of an order', () => {
  it.each([
    ...membersOf('report').map(member => ({ ...member, body: report })),
    ...membersOf('products').map(member => ({ ...member, body: products })),
  ])('$name is checked at its place: $need', ({ name, need, body }) => {
    const ofMember = checkOrder({ ...body, [name]: wrongValue }).filter(({ path }) => path[0] === name);
    const severity = need === 'optional' ? 'warning' : 'error';
    expect(ofMember.map(problem => problem.severity)).toEqual([severity]);
  });

  it.each(membersIn('product').map(([name]) => name))('%s of a product is checked at its place', name => {
    const problems = checkOrder(withProduct({ [name]: wrongValue }));
    const ofMember = problems.filter(({ path: [, index, member] }) => index === 0 && member === name);
    expect(ofMember.map(({ severity }) => severity)).toContain('error');
  });

  it('proposes what its form allows, where nothing else is known', () => {
    const formats = proposedValues(['products', 0, 'imageFormat'], products, {});
    expect(formats).toEqual([
      { value: 'image/jp2', detail: 'JPEG 2000' },
      { value: 'image/geotiff', detail: 'GeoTIFF' },
    ]);
  });

  it('is shown by its label and value, unless it has a way of its own', () => {
    const body = { ...pair, customerRef: 'R-1', tags: ['a', 'b'], note: 1 };
    expect(shownMembers(body).map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Resolution: 0.5 m',
      'Reference: R-1',
      'Tags: a, b',
    ]);
  });

  it('that is a number is shown with the decimal separator of the display language', () => {
    setLocale({ language: 'de', bundle: {} });
    expect(shownMembers(pair).map(({ value }) => value)).toContain('0,5 m');
  });

  const optional = [
    ...membersOf('report').map(member => ({ ...member, body: report })),
    ...membersOf('products').map(member => ({ ...member, body: products })),
  ].flatMap(({ name, need, form, display, body }) =>
    need === 'optional' && typeof display === 'object' ? [{ name, form, label: display.label(), body }] : [],
  );

  it.each(optional)('$name is proposed, accepted, confirmed and on the page of its order', member => {
    const { name, label, form, body } = member;
    const [{ value: text } = { value: 'of a member' }] = form.values;
    const value = form.schema.type === 'array' ? [text] : text;
    const written = { ...body, [name]: value };
    const { kind } = body;
    const begun = `{"kind": "${kind}", }`;
    expect(orderCompletions(begun, begun.length - 1, {}).map(proposal => proposal.label)).toContain(name);
    expect(checkOrder(written)).toEqual(checkOrder(body));
    const line = { name, label, value: String(text) };
    expect(shownMembers(written)).toContainEqual(line);
    expect(placedContents(bareOrder({ kind, payload: written })).members).toContainEqual(line);
  });

  it('of a product is shown by name where it has one, else as written', () => {
    const product = { ...products.products[0], radiometricProcessing: 'DISPLAY', crsCode: 'local' };
    expect(optionTexts(product)).toEqual(['bundle', 'DISPLAY (8-bit)', 'JPEG 2000', 'local']);
  });
});
