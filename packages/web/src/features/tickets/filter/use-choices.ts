import { CONDITION_FIELDS, TICKET_STATUSES, type Condition } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useAgents, useReference } from '#shared/api/session.ts';

type Choice = { value: string; label: string };

const MEDIA = ['1', '2', '3', '4', '5', '6', '13', '16', '19'] as const;

/** What a field can be chosen from, in words. */
export function useChoices(field: Condition['field']): Choice[] {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const { data: reference } = useReference();
  const { data: agents } = useAgents();
  const { of } = CONDITION_FIELDS[field];
  if (of === 'status') return TICKET_STATUSES.map((value) => ({ value, label: shared(`status.${value}`) }));
  if (of === 'media') return MEDIA.map((value) => ({ value, label: shared(`media.${value}`) }));
  if (of === 'agents') {
    const people = (agents ?? []).map(({ id, fullname }) => ({ value: String(id), label: fullname }));
    return [{ value: 'me', label: t('where.me') }, ...people];
  }
  if (of === undefined || of === 'customers') return [];
  return (reference?.[of] ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}
