import { ActionIcon, Button, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { MENU_KEYS } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { WholeNumber } from '#features/settings/whole-number.tsx';
import { HANG_UP, type FormOf, type FieldsProps } from '../item-form.ts';
import classes from '../phone-setup.module.css';
import { PromptSelect } from './prompt-select.tsx';
import { TargetField } from './target-field.tsx';

type Props = FieldsProps<FormOf<'menu'>>;

/** The prompt of a menu, the target of each key, and the target of callers who press none. */
export function MenuFields({ form, items, problems, change }: Props) {
  const { t } = useTranslation('settings/phone-setup');
  return (
    <>
      <PromptSelect
        label={t('menu.prompt')}
        description={t('menu.prompt-hint')}
        value={form.prompt_id}
        items={items}
        onChange={(prompt_id) => change({ ...form, prompt_id })}
      />
      <Options form={form} items={items} problems={problems} change={change} />
      <WholeNumber
        label={t('menu.timeout')}
        unit={t('seconds')}
        value={form.timeout_seconds}
        error={problems.has('timeout_seconds') && t('menu.timeout-bad')}
        onChange={(timeout_seconds) => change({ ...form, timeout_seconds })}
      />
      <WholeNumber
        label={t('menu.tries')}
        value={form.tries}
        error={problems.has('tries') && t('menu.tries-bad')}
        onChange={(tries) => change({ ...form, tries })}
      />
      <PromptSelect
        label={t('menu.invalid')}
        value={form.invalid_id}
        items={items}
        onChange={(invalid_id) => change({ ...form, invalid_id })}
      />
      <TargetField
        label={t('menu.otherwise')}
        value={form.otherwise}
        items={items}
        hasProblem={problems.has('otherwise')}
        onChange={(otherwise) => change({ ...form, otherwise })}
      />
    </>
  );
}

function Options({ form, items, problems, change }: Props) {
  const { t } = useTranslation('settings/phone-setup');
  const { options } = form;
  const left = MENU_KEYS.filter((key) => !options.some((option) => option.key === key));
  const [next] = left;
  const set = (at: number, option: (typeof options)[number]) =>
    change({ ...form, options: options.with(at, option) });
  return (
    <fieldset className={classes['options']}>
      <legend>{t('menu.keys')}</legend>
      {options.map((option, at) => (
        <div key={option.key} className={classes['option']}>
          <Select
            label={t('menu.key')}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={MENU_KEYS.filter((key) => key === option.key || left.includes(key))}
            value={option.key}
            onChange={(key) =>
              set(at, { ...option, key: MENU_KEYS.find((one) => one === key) ?? option.key })
            }
          />
          <TargetField
            label={t('menu.leads', { key: option.key })}
            value={option.target}
            items={items}
            hasProblem={problems.has('options')}
            onChange={(target) => set(at, { ...option, target })}
          />
          <ActionIcon
            size={36}
            variant="subtle"
            aria-label={t('menu.remove', { key: option.key })}
            title={t('menu.remove', { key: option.key })}
            onClick={() => change({ ...form, options: options.toSpliced(at, 1) })}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {next && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => change({ ...form, options: [...options, { key: next, target: HANG_UP }] })}
        >
          {t('menu.add')}
        </Button>
      )}
    </fieldset>
  );
}
