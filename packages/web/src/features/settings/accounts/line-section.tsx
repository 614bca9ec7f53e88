import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Select, Switch, TextInput } from '@mantine/core';
import { smppAlphabet, smppReceiptIds, type SmppLine } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { WholeNumber } from '../whole-number.tsx';
import classes from '../settings.module.css';
import type { AccountSectionProps } from './account-sections.tsx';

/** Connection settings of an SMPP account; renders nothing for other providers. */
export function LineSection({ form, problems, change }: AccountSectionProps) {
  const { t } = useTranslation('settings/accounts');
  const { smpp: line } = form;
  if (!line) return null;
  const set = (patch: Partial<SmppLine>) => change({ smpp: { ...line, ...patch } });
  return (
    <>
      <FormSection title={t('line.title')} hint={t('line.hint')}>
        <div className={classes['fields']}>
          <TextInput
            label={t('line.host')}
            description={t('line.host-hint')}
            value={line.host}
            maxLength={253}
            placeholder="smpp.example.com"
            spellCheck={false}
            autoComplete="off"
            error={problems.has('host') && t('line.host-bad')}
            onChange={(event) => set({ host: event.currentTarget.value })}
          />
          <WholeNumber
            label={t('line.port')}
            value={line.port}
            error={problems.has('port') && t('line.port-bad')}
            onChange={(port) => set({ port })}
          />
          <Switch
            label={t('line.tls')}
            description={t('line.tls-hint')}
            checked={line.tls}
            onChange={(event) => set({ tls: event.currentTarget.checked })}
          />
        </div>
      </FormSection>
      <Advanced line={line} problems={problems} set={set} />
    </>
  );
}

type AdvancedProps = Pick<AccountSectionProps, 'problems'> & {
  line: SmppLine;
  set: (patch: Partial<SmppLine>) => void;
};

function Advanced({ line, problems, set }: AdvancedProps) {
  const { t } = useTranslation('settings/accounts');
  return (
    <FormSection title={t('line.advanced')} hint={t('line.advanced-hint')}>
      <div className={classes['fields']}>
        <TextInput
          label={t('line.system_type')}
          value={line.system_type}
          maxLength={12}
          spellCheck={false}
          autoComplete="off"
          error={problems.has('system_type') && t('line.system_type-bad')}
          onChange={(event) => set({ system_type: event.currentTarget.value })}
        />
        {(['ton', 'npi'] as const).map((name) => (
          <WholeNumber
            key={name}
            label={t(`line.${name}`)}
            description={t('line.by-form')}
            value={line[name] ?? Number.NaN}
            error={problems.has(name) && t(`line.${name}-bad`)}
            onChange={(value) => set({ [name]: Number.isNaN(value) ? null : value })}
          />
        ))}
        <Select
          label={t('line.alphabet')}
          description={t('line.alphabet-hint')}
          value={line.alphabet}
          allowDeselect={false}
          data={smppAlphabet.options.map((value) => ({ value, label: t(`line.alphabets.${value}`) }))}
          onChange={(alphabet) => alphabet && set({ alphabet })}
        />
        <Select
          label={t('line.receipt_ids')}
          description={t('line.receipt_ids-hint')}
          value={line.receipt_ids}
          allowDeselect={false}
          data={smppReceiptIds.options.map((value) => ({ value, label: t(`line.ids.${value}`) }))}
          onChange={(ids) => ids && set({ receipt_ids: ids })}
        />
      </div>
    </FormSection>
  );
}
