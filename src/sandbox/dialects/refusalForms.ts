/** Errors of everything but the token exchange: their bodies aren't shown. */
import { accessDenied, type Refusal } from '../http/service.ts';

type Form = (refusal: Refusal) => unknown;

const lowerCode = ({ code }: Refusal) => code.toLowerCase();

/** Every one has the words of the refusal; a text is sent as such. */
export const refusalForms: readonly [Form, ...Form[]] = [
  refusal => ({ error: lowerCode(refusal), error_description: refusal.message }),
  ({ message }) => message,
  ({ message }) => ({ message }),
  refusal => ({ error: { code: lowerCode(refusal), message: refusal.message } }),
  ({ message }) => ({ errors: [{ message }] }),
  ({ message }) => ({ errors: { request: [message] } }),
  ({ message }) => ({ detail: message }),
  ({ message }) => ({ description: message }),
  ({ message }) => ({ msg: message }),
  ({ message }) => ({ reason: message }),
  ({ message }) => [message],
  ({ message }) => [{ message }],
  ({ message }) => ({ error: message }),
  ({ message, status }) => ({ type: 'about:blank', title: 'Refused', status, detail: message }),
  ({ message }) => ({ detail: [{ loc: ['body'], msg: message, type: 'value_error' }] }),
  ({ message }) => ({ violations: [{ propertyPath: '', message }] }),
  ({ message }) => ({ fault: { faultstring: message } }),
  ({ message }) => ({ ErrorMessage: message }),
  ({ message }) => ({ 'hydra:title': 'An error occurred', 'hydra:description': message }),
  ({ message }) => ({ status: 'error', errors: [message] }),
];

export function refusalResponse(form: Form, refusal: Refusal): Response {
  const { status } = refusal;
  // Specification, Authentication, 6.
  if (status === 401) return Response.json(accessDenied, { status: 403 });
  const body = form(refusal);
  return typeof body === 'string'
    ? new Response(body, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
    : Response.json(body, { status });
}
