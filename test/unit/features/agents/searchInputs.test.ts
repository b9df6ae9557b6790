import { expect, it } from 'vitest';
import { criterionNames, searchCriteria } from '../../../../src/features/images/rules/searchCriteria.ts';
import { toolInputs } from '../../../../src/features/agents/toolInputs.ts';

it('lets agents search by the criteria that are for them', () => {
  const inputs = Object.keys(toolInputs.swath_searchImages.shape);
  const named = criterionNames.filter(name => inputs.includes(name));
  expect(named).toEqual(criterionNames.filter(name => searchCriteria[name].forAgents !== undefined));
});
