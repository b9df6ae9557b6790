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

/** Of the criteria with a form of their own, a value; a new one has none until it is written here. */
const ownValues: Partial<SearchCriteria> = {
  aoi: {
    type: 'Polygon',
    coordinates: [
      [
        [5, 43],
        [6, 43],
        [6, 44],
        [5, 43],
      ],
    ],
  },
  circle: { longitude: 5, latitude: 43, radius: 500 },
  bounds: [5, 43, 6, 44],
  ids: ['a', 'b'],
};

/** Only this criterion, with a value that it may have. */
export function onlyCriterion(name: keyof SearchCriteria): SearchCriteria {
  const { form } = serviceCriteria[name];
  return { [name]: form.kind === 'own' ? ownValues[name] : fc.sample(anyValue(form), 1)[0] };
}
