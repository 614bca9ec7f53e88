import { useReference } from '#shared/api/session.ts';
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FormOf, FieldsProps } from '../item-form.ts';
import { TargetField } from './target-field.tsx';

/** A number that customers call, with its targets within and outside office hours. */
export function NumberFields({ form, items, problems, change }: FieldsProps<FormOf<'number'>>) {
  const { t } = useTranslation('settings/phone-setup');
  const { data: reference } = useReference();
  const hours = (reference?.office_hours ?? []).filter(
    ({ id, is_active: isOn }) => isOn || id === form.office_hours_id,
  );
  const isByHours = form.office_hours_id !== null;
  return (
    <>
      <TextInput
        label={t('number.number')}
        description={t('number.number-hint')}
        type="tel"
        value={form.number}
        maxLength={24}
        placeholder="+622150001234"
        error={problems.has('number') && t('number.number-bad')}
        onChange={(event) => change({ ...form, number: event.currentTarget.value })}
      />
      <Select
        label={t('number.hours')}
        description={t('number.hours-hint')}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={[
          { value: '', label: t('number.always') },
          ...hours.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={isByHours ? String(form.office_hours_id) : ''}
        onChange={(next) => change({ ...form, office_hours_id: next ? Number(next) : null })}
      />
      <TargetField
        label={t(isByHours ? 'number.open' : 'number.leads')}
        value={form.open}
        items={items}
        hasProblem={problems.has('open')}
        onChange={(open) => change({ ...form, open })}
      />
      {isByHours && (
        <TargetField
          label={t('number.closed')}
          value={form.closed}
          items={items}
          hasProblem={problems.has('closed')}
          onChange={(closed) => change({ ...form, closed })}
        />
      )}
    </>
  );
}
