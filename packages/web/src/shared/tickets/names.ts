import type { ChangedField, FieldChange, Reference, TicketField } from '@trunkline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAgents, useReference, useSession } from '#shared/api/session.ts';
import { minuteTime } from '#shared/lib/format.ts';
import { useAnswerWords } from '#shared/fields/use-answer-words.ts';

export type TicketNames = ReturnType<typeof useTicketNames>;
type NamedRow = { id: number; name: string };
type Lists = keyof Pick<
  Reference,
  'departments' | 'types' | 'categories' | 'subcategories' | 'caller_types' | 'priorities'
>;

const LISTS: Partial<Record<TicketField, Lists>> = {
  department_id: 'departments',
  type_id: 'types',
  category_id: 'categories',
  subcategory_id: 'subcategories',
  caller_type_id: 'caller_types',
  priority_id: 'priorities',
};

/** Returns functions that put the ids and fields of tickets into words; an id whose list is not loaded yet gives an empty text. */
export function useTicketNames() {
  const { data: reference } = useReference();
  const { data: agents } = useAgents();
  const { user } = useSession();
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const answerWords = useAnswerWords();
  return useMemo(() => {
    const find = (list: readonly NamedRow[] | undefined, id: unknown) =>
      list?.find((entry) => entry.id === id)?.name ?? '';
    const agent = (id: number | null) =>
      id === user.id ? user.fullname : (agents?.find((entry) => entry.id === id)?.fullname ?? '');

    const answered = (name: ChangedField) =>
      reference?.custom_fields.find(({ id }) => name === `field:${id}`);

    /** Returns the name of a field. */
    const field = (name: ChangedField): string =>
      isOwn(name) ? t(`field.${name}`) : (answered(name)?.name ?? t('field.gone'));

    /** Returns a field's value in words. */
    function value(field: ChangedField, raw: FieldChange['to']): string {
      if (isOwn(field)) return ownValue(field, raw);
      const custom = answered(field);
      return raw === null || !custom ? t('field.none') : answerWords(custom, raw);
    }

    function ownValue(field: TicketField, raw: FieldChange['to']): string {
      if (raw === null || raw === '') return field === 'assignee_id' ? t('filter.nobody') : t('field.none');
      if (field === 'snoozed_until') return minuteTime(String(raw));
      if (field === 'assignee_id') return agent(Number(raw));
      if (field === 'status') return shared(`status.${raw as 'open'}`);
      if (Array.isArray(raw)) return raw.length > 0 ? raw.join(', ') : t('field.none');
      const list = LISTS[field];
      return list ? find(reference?.[list], raw) : String(raw);
    }

    return {
      agent,
      field,
      value,
      department: (id: number) => find(reference?.departments, id),
      priority: (id: number) => reference?.priorities.find((entry) => entry.id === id) ?? null,
    };
  }, [agents, answerWords, reference, shared, t, user]);
}

const isOwn = (name: ChangedField): name is TicketField => !name.startsWith('field:');
