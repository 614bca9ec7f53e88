import type { SurveyFigures } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { surveyChange, surveyText } from './survey-text.ts';

const some: SurveyFigures = {
  asked: 40,
  rated_ratio: 0.3,
  ratings: 12,
  csat_ratio: 0.75,
  mean: 4.126,
  of: [0, 1, 2, 3, 6],
};
const none: SurveyFigures = {
  asked: 20,
  rated_ratio: 0,
  ratings: 0,
  csat_ratio: null,
  mean: null,
  of: [0, 0, 0, 0, 0],
};

it('is read as a count, a share or a mean, and as a dash where nobody has rated', () => {
  expect([surveyText('ratings', some), surveyText('csat_ratio', some), surveyText('mean', some)]).toEqual([
    '12',
    '75%',
    '4.13',
  ]);
  expect([surveyText('csat_ratio', none), surveyText('rated_ratio', none)]).toEqual(['–', '0%']);
});

it('is compared only with what there was', () => {
  expect(surveyChange('asked', some, none)).toBe(1);
  expect(surveyChange('rated_ratio', some, none)).toBe(0.3);
  expect(surveyChange('csat_ratio', some, none)).toBe(null);
  expect(surveyChange('ratings', some, none)).toBe(null);
});
