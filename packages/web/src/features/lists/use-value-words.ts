import { useReference } from '#shared/api/session.ts';
import { durationWords, number } from '#shared/lib/format.ts';
import type { List, ListValue, Reference } from '@trunkline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

type Field = List['fields'][string];
type Named = { id: number; name: string; is_active: boolean };

/** The rows that a field may refer to. */
export function choicesOf(field: Field, reference: Reference | undefined): readonly Named[] {
  if (field.kind !== 'reference' || !reference || field.to === 'templates') return [];
  return reference[field.to];
}

/** What stands in a field, in words. */
export function useValueWords(list: List): (name: string, value: ListValue) => string {
  const { t } = useTranslation('lists');
  const { t: shared } = useTranslation('shared');
  const { data: reference } = useReference();
  return useMemo(() => {
    function code(name: string, value: string | number): string {
      const field = list.fields[name];
      if (field?.kind === 'choice')
        return name === 'media_id' ? shared(`media.${value}`) : t(`choice.${value}`);
      if (field?.kind === 'reference')
        return choicesOf(field, reference).find(({ id }) => id === value)?.name ?? t('gone', { id: value });
      return typeof value === 'string' ? value : amount(name, value);
    }
    return (name, value) => {
      if (name === 'is_active') return t(value === true ? 'active' : 'inactive');
      if (value === null || value === '') return t(isOpen(list.fields[name]) ? 'any' : 'none');
      return typeof value === 'boolean' ? t(value ? 'yes' : 'no') : code(name, value);
    };
  }, [list, reference, shared, t]);
}

/** Left open it fits everything; any other field is just empty. */
const isOpen = (field: Field | undefined) => field?.kind === 'reference' || field?.kind === 'choice';

const amount = (name: string, value: number): string =>
  name.endsWith('_minutes') ? durationWords(value * 60) : number(value);
