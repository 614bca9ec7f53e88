import { Media } from '@trunkline/contract';
import type { Channel } from '#modules/conversations';
import type { Mailboxes } from '../mailboxes/mailboxes-service.ts';

/** The mailboxes by which a customer with an e-mail address can be written to; a verified address goes first. */
export const reachByMail =
  (mailboxes: Pick<Mailboxes, 'rows'>): NonNullable<Channel['findAddresses']> =>
  async (_q, { ticket, customer: { identities } }) => {
    const emails = identities.filter(({ kind }) => kind === 'email');
    const address = (emails.find((one) => one.is_verified) ?? emails[0])?.value;
    if (address === undefined) return [];
    const rows = (await mailboxes.rows()).filter((row) => row.is_active);
    const own = rows.filter((row) => row.department_id === ticket.department_id);
    return own.map(({ id, name }) => ({
      account_id: id,
      account_name: name,
      media_id: Media.email,
      address,
    }));
  };
