import { useAgents } from '#shared/api/session.ts';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Typed } from './row-form.ts';

type Props = {
  label: string;
  description: string | undefined;
  error: string | undefined;
  value: string;
  /** What it means to name nobody. */
  empty: string;
  /** What the form says besides: a ticket goes to people of the department that it is for, or moves to. */
  beside: Readonly<Record<string, Typed>>;
  onChange: (value: string) => void;
};

/** Somebody who works here: of the department in which the ticket will be, where that is said. */
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
