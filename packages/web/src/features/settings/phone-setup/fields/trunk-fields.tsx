import { Checkbox, MultiSelect, PasswordInput, TagsInput, TextInput } from '@mantine/core';
import { TRUNK_CODECS } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { WholeNumber } from '#features/settings/whole-number.tsx';
import type { FormOf, FieldsProps } from '../item-form.ts';

type Props = FieldsProps<FormOf<'trunk'>> & { hasSecret: boolean };

/** The settings of a trunk, which connects the gateway to a carrier. */
export function TrunkFields({ form, problems, change, hasSecret }: Props) {
  const { t } = useTranslation('settings/phone-setup');
  return (
    <>
      <TextInput
        label={t('trunk.host')}
        value={form.host}
        spellCheck={false}
        placeholder="sip.example.com"
        error={problems.has('host') && t('trunk.host-bad')}
        onChange={(event) => change({ ...form, host: event.currentTarget.value.trim() })}
      />
      <WholeNumber
        label={t('trunk.port')}
        value={form.port}
        error={problems.has('port') && t('trunk.port-bad')}
        onChange={(port) => change({ ...form, port })}
      />
      <TextInput
        label={t('trunk.username')}
        value={form.username}
        autoComplete="off"
        spellCheck={false}
        error={problems.has('username') && t('trunk.username-bad')}
        onChange={(event) => change({ ...form, username: event.currentTarget.value.trim() })}
      />
      <PasswordInput
        label={t('trunk.secret')}
        description={t(hasSecret ? 'trunk.secret-kept' : 'trunk.secret-hint')}
        value={form.secret ?? ''}
        autoComplete="new-password"
        error={problems.has('secret') && t('trunk.secret-bad')}
        visibilityToggleButtonProps={{ 'aria-label': t('trunk.secret-show') }}
        onChange={(event) => change({ ...form, secret: event.currentTarget.value })}
      />
      <Checkbox
        label={t('trunk.registers')}
        description={t('trunk.registers-hint')}
        checked={form.registers}
        onChange={(event) => change({ ...form, registers: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('trunk.out')}
        description={t('trunk.out-hint')}
        checked={form.is_for_calls_out}
        onChange={(event) => change({ ...form, is_for_calls_out: event.currentTarget.checked })}
      />
      <MultiSelect
        label={t('trunk.codecs')}
        description={t('trunk.codecs-hint')}
        comboboxProps={{ withinPortal: false }}
        data={[...TRUNK_CODECS]}
        value={form.codecs}
        error={problems.has('codecs') && t('needed')}
        onChange={(codecs) => change({ ...form, codecs: TRUNK_CODECS.filter((one) => codecs.includes(one)) })}
      />
      <TagsInput
        label={t('trunk.match')}
        description={t('trunk.match-hint')}
        value={form.match}
        error={problems.has('match') && t('trunk.match-bad')}
        onChange={(match) => change({ ...form, match: match.map((one) => one.trim()) })}
      />
    </>
  );
}
