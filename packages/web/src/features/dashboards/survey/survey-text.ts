import type { SurveyFigures } from '@trunkline/contract';
import { number, percent } from '#shared/lib/format.ts';

export const SURVEY_METRICS = ['asked', 'rated_ratio', 'ratings', 'csat_ratio', 'mean'] as const;
export type SurveyMetric = (typeof SURVEY_METRICS)[number];

/** "82.5%", "4.3", "12"; a dash where there is nothing to reckon it from. */
export function surveyText(metric: SurveyMetric, figures: SurveyFigures): string {
  const value = figures[metric];
  if (value === null) return '–';
  if (metric === 'mean') return number(Math.round(value * 100) / 100);
  return metric === 'asked' || metric === 'ratings' ? number(value) : percent(value);
}

/** Of counts as a share of before, of ratios as a difference, and of the mean none. */
export function surveyChange(metric: SurveyMetric, now: SurveyFigures, before: SurveyFigures): number | null {
  const [value, was] = [now[metric], before[metric]];
  if (metric === 'mean' || value === null || was === null) return null;
  if (metric === 'rated_ratio' || metric === 'csat_ratio') return value - was;
  return was === 0 ? null : (value - was) / was;
}
