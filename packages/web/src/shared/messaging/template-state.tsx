import type { MessagingTemplate } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './template-parts.module.css';

/** The provider's approval state of a template, as a coloured badge. */
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

/** Why a template may not be sent, translated where the provider's reason is known. */
export function TemplateReason({ reason }: Pick<MessagingTemplate, 'reason'>) {
  const { t } = useTranslation('shared/messaging');
  if (reason === '') return null;
  if (isKnown(reason)) return <>{t(`template-reason.${reason}`)}</>;
  return <bdi>{t('said', { said: reason })}</bdi>;
}
