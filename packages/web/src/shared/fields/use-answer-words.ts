import { writeNumber, type Answer, type CustomField } from '@trunkline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarDate, minuteTime } from '../lib/format.ts';
import { languageStore } from '../lib/language.ts';

/** Returns the function that puts an answer into words. Options are shown with their current names. */
export function useAnswerWords(): (field: Pick<CustomField, 'kind' | 'options'>, answer: Answer) => string {
  const { t } = useTranslation('shared');
  return useCallback(
    ({ kind, options }, answer) => {
      if (typeof answer === 'boolean') return t(answer ? 'yes' : 'no');
      if (typeof answer === 'number') return writeNumber(answer, languageStore.get());
      if (kind === 'date') return calendarDate(String(answer));
      if (kind === 'date_time') return minuteTime(String(answer));
      if (kind !== 'choice' && kind !== 'choices') return String(answer);
      const ids = Array.isArray(answer) ? answer : [answer];
      return ids.map((id) => options.find((option) => option.id === id)?.name ?? id).join(', ');
    },
    [t],
  );
}
