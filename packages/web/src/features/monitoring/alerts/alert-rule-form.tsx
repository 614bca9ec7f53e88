import { useLineError } from '#shared/forms/use-line-error.ts';
import { Button, Group, MultiSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import {
  ALERT_HOLD_MAX_SECONDS,
  ALERT_MAILS_MAX,
  ALERT_NAME_MAX,
  ALERT_ANNOUNCEMENTS,
  ALERT_TRAITS,
  alertRuleFaults,
  createAlertRule,
  removeAlertRule,
  updateAlertRule,
  type AlertRule,
  type AlertRuleFields,
  onOneLine,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useAgents } from '#shared/api/session.ts';
import { useFloorAction } from '../actions/use-floor-action.ts';
import classes from './alerts.module.css';
import { AlertScopeFields } from './alert-scope-fields.tsx';

type Props = { rule: AlertRule | null; canMail: boolean; onClose: () => void };

const NEW: AlertRuleFields = {
  name: '',
  kind: 'waiting',
  department_id: null,
  media_id: null,
  queue: null,
  user_activity_id: null,
  minutes: null,
  warn_at: 5,
  alarm_at: 10,
  margin: 1,
  hold_seconds: 30,
  tells: ['tile', 'sound'],
  mail_to: [],
  is_active: true,
};
function fieldsOf(rule: AlertRule): AlertRuleFields {
  const { id: _, changed_at: _at, ...fields } = rule;
  return fields;
}

/** The form of an alert rule: what it watches, its thresholds, and how it alerts. */
export function AlertRuleForm({ rule, canMail, onClose }: Props) {
  const { t } = useTranslation('monitoring/alerts');
  const lineError = useLineError();
  const { isBusy, act } = useFloorAction();
  const [form, setForm] = useState<AlertRuleFields>(rule ? fieldsOf(rule) : NEW);
  const change = (patch: Partial<AlertRuleFields>) => setForm({ ...form, ...patch });
  const faults = new Map(alertRuleFaults(form).map(({ path, fault }) => [path, t(`fault.${fault}`)]));
  const isPossible = onOneLine(form.name) !== '' && faults.size === 0;
  async function save(): Promise<void> {
    const isSaved = await act(async () => {
      if (rule) await call(updateAlertRule, { params: { id: rule.id }, body: form });
      else await call(createAlertRule, { body: form });
      return t('saved');
    });
    if (isSaved) onClose();
  }
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isPossible) void save();
      }}
    >
      <TextInput
        label={t('name')}
        placeholder={t('name-example')}
        maxLength={ALERT_NAME_MAX}
        data-autofocus
        value={form.name}
        error={lineError(form.name)}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <AlertScopeFields form={form} faults={faults} onChange={change} />
      <Values form={form} faults={faults} onChange={change} />
      <Tells form={form} faults={faults} canMail={canMail} onChange={change} />
      <Switch
        label={t('active')}
        checked={form.is_active}
        onChange={({ currentTarget: { checked } }) => change({ is_active: checked })}
      />
      <Group gap={8} justify="flex-end">
        {rule && <Remove rule={rule} onRemoved={onClose} />}
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isPossible}>
          {t(rule ? 'save' : 'create')}
        </Button>
      </Group>
    </form>
  );
}

type PartProps = {
  form: AlertRuleFields;
  faults: ReadonlyMap<string, string>;
  onChange: (patch: Partial<AlertRuleFields>) => void;
};

function Values({ form, faults, onChange }: PartProps) {
  const { t } = useTranslation('monitoring/alerts');
  const { unit, isInverse } = ALERT_TRAITS[form.kind];
  const numberField = (field: 'warn_at' | 'alarm_at' | 'margin' | 'hold_seconds', max: number) => ({
    min: 0,
    max,
    allowDecimal: false,
    allowNegative: false,
    error: faults.get(field),
  });
  const orNull = (value: string | number) => (value === '' ? null : Number(value));
  const most = unit === 'percent' ? 100 : 1_000_000;
  const sign = t(isInverse ? 'below' : 'from');
  return (
    <>
      <div className={classes['pair']}>
        {(['warn_at', 'alarm_at'] as const).map((field) => (
          <NumberInput
            key={field}
            label={t(`field.${field}`, { sign, unit: t(`unit.${unit}`) })}
            {...numberField(field, most)}
            value={form[field] ?? ''}
            onChange={(value) => onChange({ [field]: orNull(value) })}
          />
        ))}
      </div>
      <div className={classes['pair']}>
        <NumberInput
          label={t('field.hold_seconds')}
          description={t('hold-hint')}
          {...numberField('hold_seconds', ALERT_HOLD_MAX_SECONDS)}
          value={form.hold_seconds}
          onChange={(value) => onChange({ hold_seconds: orNull(value) ?? 0 })}
        />
        <NumberInput
          label={t('field.margin')}
          description={t(isInverse ? 'margin-hint-above' : 'margin-hint-below')}
          {...numberField('margin', most)}
          value={form.margin}
          onChange={(value) => onChange({ margin: orNull(value) ?? 1 })}
        />
      </div>
    </>
  );
}

function Tells({ form, faults, canMail, onChange }: PartProps & { canMail: boolean }) {
  const { t } = useTranslation('monitoring/alerts');
  const { data: agents = [] } = useAgents();
  return (
    <>
      <MultiSelect
        label={t('tells')}
        description={t('tells-hint')}
        data={ALERT_ANNOUNCEMENTS.map((value) => ({
          value,
          label: t(`tell.${value}`),
          disabled: value === 'mail' && !canMail,
        }))}
        value={form.tells}
        onChange={(chosen) =>
          onChange({ tells: ALERT_ANNOUNCEMENTS.filter((tell) => chosen.includes(tell)) })
        }
      />
      {form.tells.includes('mail') && (
        <MultiSelect
          searchable
          label={t('mail-to')}
          description={t('mail-hint')}
          maxValues={ALERT_MAILS_MAX}
          error={faults.get('mail_to')}
          data={agents.map(({ id, fullname }) => ({ value: String(id), label: fullname }))}
          value={form.mail_to.map(String)}
          onChange={(chosen) => onChange({ mail_to: chosen.map(Number) })}
        />
      )}
    </>
  );
}

/** Deletes the rule; a second click confirms it. */
function Remove({ rule, onRemoved }: { rule: AlertRule; onRemoved: () => void }) {
  const { t } = useTranslation('monitoring/alerts');
  const { isBusy, act } = useFloorAction();
  const [isAsked, setAsked] = useState(false);
  async function remove(): Promise<void> {
    const isRemoved = await act(async () => {
      await call(removeAlertRule, { params: { id: rule.id } });
      return t('removed');
    });
    if (isRemoved) onRemoved();
  }
  return (
    <Button
      variant="default"
      color="red"
      loading={isBusy}
      onClick={() => (isAsked ? void remove() : setAsked(true))}
    >
      {t(isAsked ? 'remove-now' : 'remove')}
    </Button>
  );
}
