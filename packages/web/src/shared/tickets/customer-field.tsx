import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getCustomer, listCustomers } from '@trunkline/contract';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import type { FinderProps } from '#shared/listing/kit.ts';

/** Selects a customer, searched by name, company or address. */
export function CustomerField({ label, value, onChange, error }: FinderProps) {
  const { t } = useTranslation('tickets');
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const [id] = Array.isArray(value) ? value : [];
  const chosen = useQuery({
    queryKey: ['tickets', 'filter-customer', id],
    queryFn: async ({ signal }) => (await call(getCustomer, { params: { id: Number(id) }, signal })).data,
    enabled: id !== undefined,
  });
  const found = useQuery({
    queryKey: ['tickets', 'customer-search', q],
    queryFn: async ({ signal }) => (await call(listCustomers, { query: { q, limit: 8 }, signal })).data,
    enabled: q !== '' && q !== chosen.data?.name,
    staleTime: 10_000,
  });
  const people = new Map(
    [...(chosen.data ? [chosen.data] : []), ...(found.data ?? [])].map((one) => [one.id, one]),
  );
  return (
    <Select
      label={label}
      error={error}
      placeholder={t('create.findCustomer')}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // No filtering here: the server has searched, also by addresses that the labels do not show.
      filter={({ options }) => options}
      nothingFoundMessage={q === '' ? undefined : t('field.notFound')}
      data={[...people.values()].map((one) => ({ value: String(one.id), label: one.name }))}
      value={id === undefined ? null : String(id)}
      onChange={(picked) => onChange(picked === null ? undefined : [Number(picked)])}
    />
  );
}
