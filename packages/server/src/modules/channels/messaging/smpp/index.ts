import { Media, type SmppLine } from '@trunkline/contract';
import type { PrivateHosts } from '#platform/network/private-hosts';
import { outboxIdOfReference } from '../outbound/outbox-store.ts';
import {
  ProviderError,
  type OutgoingMessage,
  type Provider,
  type ProviderAccount,
} from '../providers/provider.ts';
import { refusalOf } from './faults.ts';
import { sameId } from './incoming.ts';
import type { SmppConnection } from './line-service.ts';
import { decodeDelivery } from './read.ts';
import { segmentsOf } from './segments.ts';
import { openSession } from './session-service.ts';
import { isUnicode, writeText } from './text.ts';

type Deps = { lines: ReadonlyMap<number, SmppConnection>; opened: PrivateHosts; closing: AbortSignal };

const UDH_INDICATOR = 0x40;
/** `registered_delivery`: send a receipt on success and on failure. */
const RECEIPT = 1;

/**
 * SMS over an operator's own line. An account's address is the sender of replies, its business id the system id, and its access
 * token the password. Messages are received over the line, not by a webhook.
 */
export function createSmpp({ lines, opened, closing }: Deps): Provider {
  return {
    provider: 'smpp',
    mediaId: Media.sms,
    addressOf: (phone) => phone,
    textLimits: { alone: 1530, below: () => 0 },
    hasOptOut: true,
    read: decodeDelivery,
    split: segmentsOf,
    hasLine: (id) => lines.has(id),

    async send(account, to, message) {
      const line = lines.get(account.id);
      if (!line) throw new ProviderError('unreachable', '', { isRetryable: true });
      const answer = await line.ask('submit_sm', submitOf(account, to, message));
      if (answer.command_status !== 0) throw refusalOf(answer.command_status);
      const { message_id: id } = answer;
      // Operators that return no message id send no receipts either.
      return { providerId: typeof id === 'string' && id !== '' ? sameId(id, 'same') : message.mark };
    },

    openMedia: () => Promise.reject(new ProviderError('media_refused', '', { isRetryable: false })),

    /** Uses the open line of this process; otherwise binds as a transmitter, so that no message is delivered to this test. */
    async test(account) {
      const line = lines.get(account.id);
      if (line) await line.ask('enquire_link', {});
      else await signIn(account);
      return { shownAddress: account.address };
    },
  };

  async function signIn({ smpp, businessId: systemId, accessToken: password }: ProviderAccount) {
    if (!smpp) throw new Error('an account of a line without one');
    const session = await openSession({
      line: smpp,
      systemId,
      password,
      opened,
      stopping: closing,
      role: 'bind_transmitter',
      asked: (pdu, from) => from.answer(pdu),
    });
    await session.close();
  }
}

function submitOf(
  { address, smpp }: ProviderAccount,
  to: string,
  message: OutgoingMessage & { mark: string },
): Record<string, unknown> {
  const from = partyOf(address);
  const recipient = partyOf(to);
  return {
    source_addr_ton: smpp?.ton ?? from.ton,
    source_addr_npi: smpp?.npi ?? from.npi,
    source_addr: from.address,
    dest_addr_ton: recipient.ton,
    dest_addr_npi: recipient.npi,
    destination_addr: recipient.address,
    registered_delivery: RECEIPT,
    // Some operators return it with the receipt, which identifies a message whose response was lost.
    user_message_reference: outboxIdOfReference(message.mark) % 65_536,
    ...wordsOf(message, smpp?.alphabet ?? 'gsm7'),
  };
}

function wordsOf(
  { text, segment }: OutgoingMessage,
  alphabet: SmppLine['alphabet'],
): Record<string, unknown> {
  const isWide = segment?.isUnicode ?? isUnicode(text, alphabet);
  const { coding, bytes } = writeText(text, { isUnicode: isWide, alphabet });
  if (!segment || segment.of === 1) return { data_coding: coding, short_message: bytes };
  const { reference, of, place } = segment;
  const header = Buffer.from([5, 0, 3, reference, of, place]);
  return {
    esm_class: UDH_INDICATOR,
    data_coding: coding,
    short_message: Buffer.concat([header, bytes]),
  };
}

/** TON and NPI of an address by its form: international number, alphanumeric name, or the operator's own. */
function partyOf(address: string): { address: string; ton: number; npi: number } {
  if (/^\+\d+$/.test(address)) return { address: address.slice(1), ton: 1, npi: 1 };
  if (/^\d+$/.test(address)) return { address, ton: 0, npi: 1 };
  return { address, ton: 5, npi: 0 };
}
