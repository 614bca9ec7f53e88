import { NumberInput, Select, TextInput } from '@mantine/core';
import {
  Activity,
  ALERT_KINDS,
  ALERT_MINUTES_MAX,
  ALERT_TRAITS,
  LIMITS,
  mediaId,
  type ActivityId,
  type AlertKind,
  type AlertRuleFields,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import { useReference } from '#shared/api/session.ts';
import classes from './alerts.module.css';

type Props = {
  form: AlertRuleFields;
  faults: ReadonlyMap<string, string>;
  onChange: (patch: Partial<AlertRuleFields>) => void;
};

const ACTIVITIES: readonly ActivityId[] = Object.values(Activity).filter((id) => id !== Activity.offline);
/** Default thresholds of each kind of rule. */
const USUAL: Record<AlertKind, Pick<AlertRuleFields, 'warn_at' | 'alarm_at' | 'margin'>> = {
  waiting: { warn_at: 5, alarm_at: 10, margin: 1 },
  oldest: { warn_at: 60, alarm_at: 180, margin: 30 },
  abandonment: { warn_at: 5, alarm_at: 10, margin: 1 },
  service_level: { warn_at: 80, alarm_at: 60, margin: 2 },
  activity: { warn_at: 300, alarm_at: 900, margin: 60 },
  break: { warn_at: 60, alarm_at: 300, margin: 30 },
  sla: { warn_at: 1, alarm_at: 5, margin: 1 },
  channel: { warn_at: null, alarm_at: 1, margin: 1 },
};

/** What a rule watches. Another kind resets the thresholds, and keeps only the filters that it supports. */
export function AlertScopeFields({ form, faults, onChange }: Props) {
  const { t } = useTranslation('monitoring/alerts');
  const { t: shared } = useTranslation('shared');
  const { data: reference } = useReference();
  const activityOf = useActivityName();
  const { narrowing } = ALERT_TRAITS[form.kind];
  const chooseKind = (kind: AlertKind) => {
    const knows = (field: (typeof narrowing)[number]) => ALERT_TRAITS[kind].narrowing.includes(field);
    onChange({
      kind,
      ...USUAL[kind],
      media_id: knows('media_id') ? form.media_id : null,
      queue: knows('queue') ? form.queue : null,
      user_activity_id: knows('user_activity_id') ? Activity.onBreak : null,
      minutes: knows('minutes') ? 15 : null,
    });
  };
  return (
    <>
      <Select
        label={t('field.kind')}
        description={t(`what.${form.kind}`)}
        allowDeselect={false}
        data={ALERT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={form.kind}
        onChange={(value) => chooseKind(ALERT_KINDS.find((kind) => kind === value) ?? form.kind)}
      />
      <div className={classes['pair']}>
        <Select
          label={t('field.department')}
          placeholder={t('all')}
          clearable
          clearButtonProps={{ 'aria-label': t('all') }}
          data={(reference?.departments ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={form.department_id === null ? null : String(form.department_id)}
          onChange={(value) => onChange({ department_id: value ? Number(value) : null })}
        />
        {narrowing.includes('media_id') && (
          <Select
            label={t('field.media')}
            placeholder={t('all')}
            clearable
            clearButtonProps={{ 'aria-label': t('all') }}
            data={[...mediaId.values].map((id) => ({ value: String(id), label: shared(`media.${id}`) }))}
            value={form.media_id === null ? null : String(form.media_id)}
            onChange={(value) =>
              onChange({ media_id: [...mediaId.values].find((id) => String(id) === value) ?? null })
            }
          />
        )}
        {narrowing.includes('user_activity_id') && (
          <Select
            label={t('field.activity')}
            allowDeselect={false}
            data={ACTIVITIES.map((id) => ({
              value: String(id),
              label: activityOf({ user_activity_id: id, activity_cause: null }),
            }))}
            value={String(form.user_activity_id ?? '')}
            onChange={(value) =>
              onChange({ user_activity_id: ACTIVITIES.find((id) => String(id) === value) ?? null })
            }
          />
        )}
        {narrowing.includes('minutes') && (
          <NumberInput
            label={t('field.minutes')}
            min={1}
            max={ALERT_MINUTES_MAX}
            allowDecimal={false}
            error={faults.get('minutes')}
            value={form.minutes ?? ''}
            onChange={(value) => onChange({ minutes: value === '' ? null : Number(value) })}
          />
        )}
      </div>
      {narrowing.includes('queue') && (
        <TextInput
          label={t('field.queue')}
          description={t('queue-hint')}
          maxLength={LIMITS.name}
          value={form.queue ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ queue: value.trim() === '' ? null : value })}
        />
      )}
    </>
  );
}
