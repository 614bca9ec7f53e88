import type { Message } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';

/** Whether a message of ours is for the customer: a forwarded mail does not count as a reply. `mail` is its column. */
export const isToCustomer = (mail: 'mail' | 'm.mail'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(mail)} -> 'forwards' is null`;

/** Whether the message is a forwarded e-mail. */
export const isForward = ({ mail }: Pick<Message, 'mail'>): boolean => mail?.forwards !== undefined;
