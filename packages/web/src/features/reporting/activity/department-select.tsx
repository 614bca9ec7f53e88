import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReference } from '#shared/api/session.ts';

type DepartmentProps = { value: number | undefined; onChange: (value: number | undefined) => void };

/** Selects one department, or everybody. */
export function DepartmentSelect({ value, onChange }: DepartmentProps) {
  const { t } = useTranslation('reporting');
  const { t: filters } = useTranslation('shared/filters');
  const { data: reference } = useReference();
  return (
    <Select
      size="xs"
      aria-label={filters('department')}
      placeholder={t('activity.everybody')}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      data={(reference?.departments ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : undefined)}
    />
  );
}
