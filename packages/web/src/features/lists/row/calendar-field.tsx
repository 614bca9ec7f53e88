import { TIME_ZONES } from '#shared/lib/time-zones.ts';
import { Select, TextInput } from '@mantine/core';
import type { ListField } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { HoursField } from './hours-field.tsx';

type Props = {
  field: Extract<ListField, { kind: 'hours' | 'zone' | 'date' }>;
  label: string;
  description: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** The input for a date, a time zone, or opening hours. */
export function CalendarField({ field, ...props }: Props) {
  if (field.kind === 'hours') return <HoursField {...props} of={field.of} />;
  if (field.kind === 'zone') return <ZoneField {...props} />;
  const { onChange, ...common } = props;
  return (
    <TextInput
      {...common}
      type="date"
      max="9999-12-31"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function ZoneField({ value, onChange, ...common }: Omit<Props, 'field'>) {
  const { t } = useTranslation('lists');
  // Browsers list current names only; an older one that is stored is kept.
  const data = TIME_ZONES.includes(value) || !value ? [...TIME_ZONES] : [value, ...TIME_ZONES];
  return (
    <Select
      {...common}
      comboboxProps={{ withinPortal: false }}
      data={data}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      searchable
      limit={100}
      placeholder={t('choose-one')}
      nothingFoundMessage={t('not-found')}
    />
  );
}
