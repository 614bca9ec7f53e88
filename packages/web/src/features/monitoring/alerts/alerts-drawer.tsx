import { Button, SegmentedControl } from '@mantine/core';
import { listAlertRules, type AlertRule } from '@trunkline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { AlertHistory } from './alert-history.tsx';
import { AlertRuleForm } from './alert-rule-form.tsx';
import classes from './alerts.module.css';
import { useAlertWords } from './use-alert-words.ts';

type Open = { rule: AlertRule | null };

/** The alert rules, and the history of alerts. */
export function AlertsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('monitoring/alerts');
  const [part, setPart] = useState<'rules' | 'history'>('rules');
  const [open, setOpen] = useState<Open | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['monitoring', 'alert-rules'],
    queryFn: ({ signal }) => call(listAlertRules, { signal }),
  });
  const reload = () => void refetch();
  return (
    <Drawer opened onClose={onClose} title={t('title')} width={560}>
      {open && (
        <AlertRuleForm
          rule={open.rule}
          canMail={data?.can_mail ?? false}
          onClose={() => {
            setOpen(null);
            reload();
          }}
        />
      )}
      {!open && (
        <>
          <SegmentedControl
            fullWidth
            value={part}
            data={(['rules', 'history'] as const).map((value) => ({ value, label: t(`part.${value}`) }))}
            onChange={(value) => setPart(value === 'history' ? 'history' : 'rules')}
          />
          {part === 'history' && <AlertHistory />}
          {part === 'rules' && error && !data && <ErrorState error={error} onRetry={reload} />}
          {part === 'rules' && data && <Rules rules={data.data} onOpen={(rule) => setOpen({ rule })} />}
        </>
      )}
    </Drawer>
  );
}

function Rules({ rules, onOpen }: { rules: readonly AlertRule[]; onOpen: (rule: AlertRule | null) => void }) {
  const { t } = useTranslation('monitoring/alerts');
  const words = useAlertWords();
  const valuesOf = ({ kind, warn_at: warn, alarm_at: alarm }: AlertRule): string =>
    [
      warn !== null && `${t('level.warn')} ${words.valueOf(kind, warn)}`,
      alarm !== null && `${t('level.alarm')} ${words.valueOf(kind, alarm)}`,
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <>
      {rules.length === 0 && <p className={classes['hint']}>{t('no-rules')}</p>}
      <ul className={classes['rules']}>
        {rules.map((rule) => (
          <li key={rule.id}>
            <span>
              <span dir="auto">{rule.name}</span>
              <small>
                {words.aboutOf(rule)} · {rule.is_active ? valuesOf(rule) : t('off')}
              </small>
            </span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('edit-one', { name: rule.name })}
              onClick={() => onOpen(rule)}
            >
              {t('edit')}
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={() => onOpen(null)}>
        {t('new')}
      </Button>
    </>
  );
}
