import type { Service } from '../http/service.ts';
import type { Answers } from './answers.ts';
import { deployedAnswers } from './deployed.ts';
import { createForms } from './forms.ts';
import { specifiedAnswers } from './specification.ts';

/** @param turn of the request: 0 for the first one of its kind */
export function serviceAnswers(service: Service, turn: number): Answers {
  return service.dialect === 'deployed'
    ? deployedAnswers(service)
    : specifiedAnswers(service, createForms(service.formSeed, service.forms, turn));
}
