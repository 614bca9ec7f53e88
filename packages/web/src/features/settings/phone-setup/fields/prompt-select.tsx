import { Select } from '@mantine/core';
import type { PhoneSetupItem } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

type Props = {
  label: string;
  description?: string;
  value: number | null;
  items: readonly PhoneSetupItem[];
  onChange: (id: number | null) => void;
};

/** Selects one of the prompts, or none. */
export function PromptSelect({ value, items, onChange, ...words }: Props) {
  const { t } = useTranslation('settings/phone-setup');
  return (
    <Select
      {...words}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      data={[
        { value: '', label: t('no-prompt') },
        ...items
          .filter(({ kind }) => kind === 'prompt')
          .map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value === null ? '' : String(value)}
      onChange={(next) => onChange(next ? Number(next) : null)}
    />
  );
}
