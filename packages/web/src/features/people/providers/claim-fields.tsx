import { Select, TextInput } from '@mantine/core';
import type { Level } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { Mapping } from './mapping.tsx';
import type { ProviderForm } from './provider-form.ts';
import classes from './providers.module.css';

type Props = {
  form: ProviderForm;
  levels: readonly Level[];
  departments: readonly { id: number; name: string }[];
  canEdit: boolean;
  onChange: (form: ProviderForm) => void;
};

/** Assigns roles and departments by the provider's claims. */
export function ClaimFields({ form, levels, departments, canEdit, onChange }: Props) {
  const { t } = useTranslation('people/providers');
  const claim = (name: 'level_claim' | 'department_claim') => (
    <TextInput
      label={t(`field.${name}`)}
      description={t(`hint.${name}`)}
      placeholder="groups"
      value={form[name]}
      maxLength={200}
      readOnly={!canEdit}
      spellCheck={false}
      onChange={(event) => onChange({ ...form, [name]: event.currentTarget.value.trim() })}
    />
  );
  return (
    <>
      <h3 className={classes['title']}>{t('roles')}</h3>
      <p className={classes['dim']}>{t('missing-hint')}</p>
      {claim('level_claim')}
      {form.level_claim !== '' && (
        <>
          <Mapping
            label={t('roles')}
            rows={form.levels.map(({ value, level_id: id }) => ({ value, id }))}
            choices={levels}
            canEdit={canEdit}
            onChange={(rows) =>
              onChange({ ...form, levels: rows.map(({ value, id }) => ({ value, level_id: id })) })
            }
          />
          <Select
            label={t('field.other_level_id')}
            description={t('hint.other_level_id')}
            placeholder={t('keep-role')}
            data={levels.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={form.other_level_id === null ? null : String(form.other_level_id)}
            clearable
            disabled={!canEdit}
            onChange={(id) => onChange({ ...form, other_level_id: id === null ? null : Number(id) })}
          />
        </>
      )}
      <h3 className={classes['title']}>{t('departments')}</h3>
      {claim('department_claim')}
      {form.department_claim !== '' && (
        <Mapping
          label={t('departments')}
          rows={form.departments.map(({ value, department_id: id }) => ({ value, id }))}
          choices={departments}
          canEdit={canEdit}
          onChange={(rows) =>
            onChange({ ...form, departments: rows.map(({ value, id }) => ({ value, department_id: id })) })
          }
        />
      )}
    </>
  );
}
