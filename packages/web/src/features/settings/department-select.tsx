import { Select } from '@mantine/core';
import type { Reference } from '@trunkline/contract';

type Props = {
  label: string;
  description: string;
  value: number;
  departments: Reference['departments'];
  onChange: (id: number) => void;
};

/** Selects a department; offers active ones, and the selected one even if it is inactive. */
export function DepartmentSelect({ value, departments, onChange, ...words }: Props) {
  return (
    <Select
      {...words}
      value={String(value)}
      data={departments
        .filter(({ id, is_active: isActive }) => isActive || id === value)
        .map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(id) => id && onChange(Number(id))}
    />
  );
}
