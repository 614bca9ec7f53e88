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

/** Asks for a day, a time zone, or when it is open. */
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
  // Older names are understood and not listed: what is there stays.
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
