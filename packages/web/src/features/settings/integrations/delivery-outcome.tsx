import { number } from '#shared/lib/format.ts';
import type { WebhookDelivery } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './integrations.module.css';

/** The result of the last attempt in words, and the receiver's answer. */
export function Outcome({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('settings/integrations');
  const { fault, status, duration_ms: ms, answer, tried_at: tried } = delivery;
  if (tried === null) return <span>{t('log.untried')}</span>;
  return (
    <>
      <span>
        {t(`log.fault.${fault ?? 'none'}`, { status })}
        {ms !== null && ` · ${t('log.took', { ms: number(ms) })}`}
      </span>
      {answer !== '' && (
        // What scrolls can be reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={classes['answer']} tabIndex={0} role="region" aria-label={t('log.answer')}>
          {answer}
        </pre>
      )}
    </>
  );
}
