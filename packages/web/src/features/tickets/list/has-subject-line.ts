import { CHANNEL_TRAITS, type Ticket } from '@trunkline/contract';

/** Mails and forms are told apart by what they are about: such a row has a line for it, and is that much higher. */
export const hasSubjectLine = ({ media_id: media }: Pick<Ticket, 'media_id'>): boolean =>
  CHANNEL_TRAITS[media].hasSubject;
