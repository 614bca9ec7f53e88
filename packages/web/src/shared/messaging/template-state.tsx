import type { MessagingTemplate } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './template-parts.module.css';

/** Whether the provider lets a template be sent: its word, with a colour. */
export function TemplateState({ state }: Pick<MessagingTemplate, 'state'>) {
  const { t } = useTranslation('shared/messaging');
  return (
    <span className={classes['state']} data-state={state}>
      {t(`template-state.${state}`)}
    </span>
  );
}

const REASONS = [
  'ABUSIVE_CONTENT',
  'INVALID_FORMAT',
  'PROMOTIONAL',
  'TAG_CONTENT_MISMATCH',
  'INCORRECT_CATEGORY',
  'SCAM',
] as const;
const isKnown = (reason: string): reason is (typeof REASONS)[number] =>
  (REASONS as readonly string[]).includes(reason);

/** Why a template may not be sent, in our words where we know the provider's. */
export function TemplateReason({ reason }: Pick<MessagingTemplate, 'reason'>) {
  const { t } = useTranslation('shared/messaging');
  if (reason === '') return null;
  if (isKnown(reason)) return <>{t(`template-reason.${reason}`)}</>;
  return <bdi>{t('said', { said: reason })}</bdi>;
}
