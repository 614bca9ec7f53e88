import {
  CONDITION_FIELDS,
  conditionFieldOf,
  isCustomFieldKey,
  TICKET_STATUSES,
  type ConditionFieldName,
  type ConditionName,
} from '@trunkline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAgents, useReference } from '#shared/api/session.ts';
import type { FilterOption, ConditionKit } from '#shared/listing/kit.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { CustomerField } from './customer-field.tsx';
import { useTicketNames } from './names.ts';

const MEDIA = ['1', '2', '3', '4', '5', '6', '13', '16', '19'] as const;

/**
 * The fields by which a list of tickets can be filtered: those of every ticket, then the custom ones. With `isForAll`
 * the conditions are for everybody, so “me” is not offered.
 */
export function useTicketKit({ isForAll = false }: { isForAll?: boolean } = {}): ConditionKit {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const { data: reference } = useReference();
  const { data: agents } = useAgents();
  const words = useTicketNames();
  const custom = useCustomFields('ticket');
  return useMemo(() => {
    // In the order in which the constant lists them.
    const own = Object.keys(CONDITION_FIELDS) as ConditionFieldName[];
    const of: ConditionKit['of'] = (name) => conditionFieldOf(name, custom);

    function choices(name: ConditionName): FilterOption[] {
      const { of: from } = of(name) ?? {};
      if (from === 'status')
        return TICKET_STATUSES.map((value) => ({ value, label: shared(`status.${value}`) }));
      if (from === 'media') return MEDIA.map((value) => ({ value, label: shared(`media.${value}`) }));
      if (from === 'agents')
        return [
          ...(isForAll ? [] : [{ value: 'me', label: t('where.me') }]),
          ...named(agents, ({ fullname }) => fullname),
        ];
      if (from === undefined || from === 'customers') return [];
      return named(reference?.[from], ({ name: label }) => label);
    }

    function valueName(name: ConditionName, value: string | number | boolean): string {
      const { of: from } = of(name) ?? {};
      if (value === 'me') return t('where.me');
      if (from === 'status') return shared(`status.${String(value) as 'open'}`);
      if (from === 'media') return shared(`media.${String(value) as '1'}`);
      if (from === 'customers') return t('filter.customer');
      return words.value(name as 'type_id', Number(value));
    }

    return {
      names: [...own, ...custom.map(({ id }): ConditionName => `field:${id}`)],
      of,
      choices,
      valueName,
      fieldName: (name) => (isCustomFieldKey(name) ? words.field(name) : t(`where.names.${name}`)),
      Finder: CustomerField,
    };
  }, [agents, custom, isForAll, reference, shared, t, words]);
}

function named<T extends { id: number }>(
  rows: readonly T[] | undefined,
  label: (row: T) => string,
): FilterOption[] {
  return (rows ?? []).map((row) => ({ value: String(row.id), label: label(row) }));
}
