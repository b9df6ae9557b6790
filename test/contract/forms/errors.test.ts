import { expect } from 'vitest';
import { failure } from '../../failure.ts';
import { type Check, clientOf, testForms } from './forms.ts';

const body = { kind: 'order.data.product', products: [{ id: 'i-1', productType: 'bundle' }] };
const words = 'The area crosses itself';
const errorForms: [string, unknown][] = [
  ['message', { message: words }],
  ['error', { error: words }],
  ['error_description', { error: 'invalid', error_description: words }],
  ['error.message', { error: { code: 'x', message: words } }],
  ['error.description', { error: { description: words } }],
  ['errors of objects', { errors: [{ message: words }] }],
  ['errors of texts', { errors: [words] }],
  ['errors by field', { errors: { aoi: [words] } }],
  ['errors by field, texts', { errors: { aoi: words } }],
  ['a list of objects', [{ message: words }]],
  ['a list of texts', [words]],
  ['detail', { detail: words }],
  ['details', { details: words }],
  ['detail of objects', { detail: [{ loc: ['body'], msg: words }] }],
  ['description', { description: words }],
  ['msg', { msg: words }],
  ['reason', { reason: words }],
  ['title', { title: words, status: 400 }],
  ['violations', { violations: [{ propertyPath: 'aoi', message: words }] }],
  ['fault', { fault: { faultstring: words } }],
  ['capitals', { Message: words }],
  ['errorMessage', { errorMessage: words }],
  ['error_message', { error_message: words }],
  ['hydra', { 'hydra:title': 'An error occurred', 'hydra:description': words }],
  ['a JSON text', words],
  ['nested data', { data: { message: words } }],
  ['cause', { cause: words }],
  ['messages', { messages: [words] }],
];

testForms('an error', [
  ...errorForms.map(([form, sent]): Check => [
    'error.others',
    form,
    async () => {
      const error = await failure(
        clientOf({ 'POST /api/v1/prices': () => Response.json(sent, { status: 400 }) }).price(body),
      );
      expect(error.details.serverMessage).toContain(words);
    },
  ]),
  [
    'error.others',
    'plain text',
    async () => {
      const error = await failure(
        clientOf({ 'POST /api/v1/prices': () => new Response(words, { status: 400 }) }).price(body),
      );
      expect(error.details.serverMessage).toContain(words);
    },
  ],
]);
