import { CHANNEL_TRAITS, type Ticket } from '@trunkline/contract';

/** Whether a row shows the subject as well, as those of e-mails and web forms do; it is higher then. */
export const hasSubjectLine = ({ media_id: media }: Pick<Ticket, 'media_id'>): boolean =>
  CHANNEL_TRAITS[media].hasSubject;
