import { TICKET_STATUSES, type Condition } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useAgents, useReference } from '#shared/api/session.ts';
import { useConditionFields } from './use-condition-fields.ts';

type Choice = { value: string; label: string };

const MEDIA = ['1', '2', '3', '4', '5', '6', '13', '16', '19'] as const;

/** What a field can be chosen from, in words. */
export function useChoices(field: Condition['field']): Choice[] {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const { data: reference } = useReference();
  const { data: agents } = useAgents();
  const { of, custom } = useConditionFields().of(field) ?? {};
  if (custom) return custom.options.map(({ id, name }) => ({ value: id, label: name }));
  if (of === 'status') return TICKET_STATUSES.map((value) => ({ value, label: shared(`status.${value}`) }));
  if (of === 'media') return MEDIA.map((value) => ({ value, label: shared(`media.${value}`) }));
  if (of === 'agents')
    return [{ value: 'me', label: t('where.me') }, ...named(agents, ({ fullname }) => fullname)];
  if (of === undefined || of === 'customers') return [];
  return named(reference?.[of], ({ name }) => name);
}

function named<T extends { id: number }>(
  rows: readonly T[] | undefined,
  label: (row: T) => string,
): Choice[] {
  return (rows ?? []).map((row) => ({ value: String(row.id), label: label(row) }));
}
