import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRuleStates } from './api.ts';
import classes from './rules.module.css';

/** Marks a rule that skips steps, because what they refer to is no longer active. */
export function SkippedStepsMark({ id }: { id: number }) {
  const { t } = useTranslation('lists/rules');
  const { t: list } = useTranslation('lists');
  const { data: states } = useRuleStates();
  const gone = states?.find(({ rule_id: own }) => own === id)?.gone ?? [];
  if (gone.length === 0) return null;
  const steps = gone.map(({ step }) => list(`field.${step}`)).join(', ');
  const words = t('gone', { steps });
  return (
    <span className={classes['sign']} role="img" aria-label={words} title={words}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
    </span>
  );
}
