import fc from 'fast-check';
import {
  type CriterionForm,
  type SearchCriteria,
  serviceCriteria,
} from '../../src/service/rules/searchCriteria.ts';

const word = fc.stringMatching(/^-?[a-zA-Z]\w{0,8}$/);
const day = fc
  .integer({ min: Date.UTC(2000, 0, 2), max: Date.UTC(2099, 11, 31) })
  .map(time => new Date(time).toISOString().slice(0, 10));

/** Values that a criterion may have. Its own form has none. */
export function anyValue(form: CriterionForm): fc.Arbitrary<string | number> {
  switch (form.kind) {
    case 'choice':
      return fc.constantFrom(...form.of);
    case 'number': {
      const hundredths = fc.integer({ min: form.min * 100, max: form.max * 100 }).map(value => value / 100);
      return form.isWhole ? fc.integer(form) : hundredths;
    }
    case 'text': {
      const words = fc.array(word, { minLength: 1, maxLength: 3 }).map(list => list.join(','));
      const { pattern } = form;
      return pattern
        ? fc
            .oneof(
              words,
              day,
              day.map(text => `${text}T10:42:00.000Z`),
            )
            .filter(text => pattern.test(text))
        : words;
    }
    case 'own':
      throw new Error('only its readers know its values');
  }
}

/** The criteria whose value stands in the request as it is. */
export const plainNames = (Object.keys(serviceCriteria) as (keyof SearchCriteria)[]).filter(
  name => typeof serviceCriteria[name].parameter === 'string',
);
