import { useAgents } from '#shared/api/session.ts';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FieldInput } from './row-form.ts';

type Props = {
  label: string;
  description: string | undefined;
  error: string | undefined;
  value: string;
  /** The text for choosing nobody. */
  empty: string;
  /** The form's other values: only agents of the ticket's department, present or new, are offered. */
  beside: Readonly<Record<string, FieldInput>>;
  onChange: (value: string) => void;
};

/** Selects an agent, from the ticket's department where the form names one. */
export function PersonField({ value, empty, beside, onChange, ...labels }: Props) {
  const { t } = useTranslation('lists');
  const { data: agents } = useAgents();
  const departmentId = Number(beside['move_to_id'] || beside['department_id'] || 0);
  const fits = (ids: readonly number[]) => departmentId === 0 || ids.includes(departmentId);
  const people = (agents ?? []).filter(
    ({ id, department_ids }) => fits(department_ids) || String(id) === value,
  );
  const data = people.map(({ id, fullname }) => ({ value: String(id), label: fullname }));
  const isGone = value !== '' && agents !== undefined && !agents.some(({ id }) => String(id) === value);
  return (
    <Select
      {...labels}
      comboboxProps={{ withinPortal: false }}
      data={isGone ? [...data, { value, label: t('gone', { id: value }) }] : data}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      clearable
      searchable
      placeholder={empty}
      nothingFoundMessage={t('not-found')}
      clearButtonProps={{ 'aria-label': empty }}
    />
  );
}
