import { CHANNEL_TRAITS, type Ticket } from '@trunkline/contract';

/** E-mails and web forms have a line for the subject, which makes the row higher. */
export const hasSubjectLine = ({ media_id: media }: Pick<Ticket, 'media_id'>): boolean =>
  CHANNEL_TRAITS[media].hasSubject;
