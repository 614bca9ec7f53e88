import {
  CALL_INVITATION_TEXTS,
  type BodyOf,
  type ResponseOf,
  type startTicketCall,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { CallCarrier, Calls } from '#modules/calls';
import type { Conversations } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';

type Deps = Pick<Platform, 'db'> & {
  calls: Pick<Calls, 'find' | 'begin' | 'joinCredentialsOf'>;
  linkFor: CallCarrier['linkFor'];
  shortLinkFor: CallCarrier['shortLinkFor'];
  settings: Settings;
  tickets: Tickets;
  conversations: Conversations;
};

/** Calls that an agent starts from any conversation: the customer gets a link. */
export type RoomOutgoingCalls = {
  /** The same key returns the same call. @throws AppError `conflict` where no account takes calls */
  start(
    viewer: Viewer,
    ticketId: number,
    body: BodyOf<typeof startTicketCall>,
  ): Promise<ResponseOf<typeof startTicketCall>>;
};

export function createOutgoingCalls({
  db,
  calls,
  linkFor,
  shortLinkFor,
  settings,
  tickets,
  conversations,
}: Deps): RoomOutgoingCalls {
  return {
    async start(viewer, ticketId, { kind, client_key: clientKey }) {
      const { default_language: language } = await settings.config();
      const room = `${ticketId}-${clientKey}`;
      return db.transaction(async (tx) => {
        await conversations.pause(tx);
        const ticket = await tickets.lockVisible(tx, viewer, ticketId);
        const written = await conversations.writtenOn(tx.q, ticketId);
        const [account] = await settings.listAccountIds(tx.q);
        const accountId = written?.channel_account_id ?? account;
        if (accountId === undefined) throw new AppError('conflict', { reason: 'no_call_channel' });
        const call =
          (await calls.find(tx.q, { room_name: room })) ??
          (await calls.begin(tx, viewer, { ticket, kind, room, clientKey, accountId, visitorId: null }));
        const link = linkFor(call, ticket.customer_name);
        if (written) {
          const body = `${CALL_INVITATION_TEXTS[language][kind]}\n${shortLinkFor(call)}`;
          await conversations.replyIn(tx, viewer, ticketId, {
            body,
            client_key: `call-${clientKey}`,
            file_ids: [],
          });
        }
        return {
          data: await calls.joinCredentialsOf(tx.q, call, viewer),
          link,
          was_sent: written !== undefined,
        };
      });
    },
  };
}
