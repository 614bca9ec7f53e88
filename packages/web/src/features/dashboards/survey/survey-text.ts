import type { SurveyFigures } from '@trunkline/contract';
import { number, percent } from '#shared/lib/format.ts';

export const SURVEY_METRICS = ['asked', 'rated_ratio', 'ratings', 'csat_ratio', 'mean'] as const;
export type SurveyMetric = (typeof SURVEY_METRICS)[number];

/** Formats a survey figure: "82.5%", "4.3", "12"; a dash where there is no value. */
export function surveyText(metric: SurveyMetric, figures: SurveyFigures): string {
  const value = figures[metric];
  if (value === null) return '–';
  if (metric === 'mean') return number(Math.round(value * 100) / 100);
  return metric === 'asked' || metric === 'ratings' ? number(value) : percent(value);
}

/** Returns the change since the period before: of counts relative to the old value, of ratios as a difference; null for the mean. */
export function surveyChange(metric: SurveyMetric, now: SurveyFigures, before: SurveyFigures): number | null {
  const [value, was] = [now[metric], before[metric]];
  if (metric === 'mean' || value === null || was === null) return null;
  if (metric === 'rated_ratio' || metric === 'csat_ratio') return value - was;
  return was === 0 ? null : (value - was) / was;
}
