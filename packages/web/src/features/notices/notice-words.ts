import { ticketStatus, type TicketNotice } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** Returns the function that puts a notification into one sentence. */
export function useNoticeWords(): (notice: TicketNotice) => string {
  const { t } = useTranslation('notices');
  const { t: shared } = useTranslation('shared');
  return ({ kind, by: name, text, count }) => {
    if (kind === 'message') return t('says.message', { name, count });
    if (kind === 'mention') return t('says.mention', { name });
    if (kind === 'snooze' || kind === 'unsent') return t(`says.${kind}`);
    if (kind === 'rule') return t('says.rule', { name });
    const status = ticketStatus.safeParse(text);
    return t('says.status', { name, status: status.success ? shared(`status.${status.data}`) : text });
  };
}
