import type { Platform } from '#platform/platform';
import type { CallRow, Calls } from '#modules/calls';
import type { Tickets } from '#modules/tickets';

const PURPOSE = 'call link';
/** 132 bits of the signature: short enough for a message, and nobody guesses it. */
const PROOF_LENGTH = 22;
const CODE = /^([0-9a-z]{1,11})-([\w-]{22})$/;
/** As long as the place that it leads to. */
const VALID_MS = 12 * 3_600_000;
/** A page that says that the link is not valid. */
const NOWHERE = '-';

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets' | 'publicUrl'> & {
  calls: Pick<Calls, 'find'>;
  tickets: Pick<Tickets, 'read'>;
  roomUrl: (room: string) => string;
  linkFor: (call: CallRow, name: string) => string;
};

export type ShortLinks = {
  /** The address in full; of a code that is wrong or too old, a page that says so. */
  follow(code: string): Promise<string>;
};

/** Short addresses for messages, which lead the customer to their place in a call. Nothing is kept of them. */
export function createShortLinks(deps: Deps): ShortLinks {
  const { db, clock, calls, tickets, roomUrl, linkFor } = deps;
  const { idIn } = createCallCodes(deps);
  return {
    async follow(code) {
      const id = idIn(code);
      const call = id === undefined ? undefined : await calls.find(db.q, { id });
      if (!call || clock.now().getTime() - Date.parse(call.started_at) > VALID_MS) return roomUrl(NOWHERE);
      const ticket = await tickets.read(db.q, call.ticket_id);
      return linkFor(call, ticket?.customer_name ?? '');
    },
  };
}

/** The code of a call, which proves that it comes from us. */
export function createCallCodes({ secrets, publicUrl }: Pick<Deps, 'secrets' | 'publicUrl'>) {
  const proofOf = (id: string): string => secrets.sign(PURPOSE, id).slice(0, PROOF_LENGTH);
  return {
    target: ({ id }: Pick<CallRow, 'id'>): string =>
      `${publicUrl()}/c/${id.toString(36)}-${proofOf(id.toString(36))}`,

    idIn(code: string): number | undefined {
      const [, id = '', proof = ''] = CODE.exec(code) ?? [];
      // The rest of the signature is ours to add: what is compared is whole, in constant time.
      const rest = secrets.sign(PURPOSE, id).slice(PROOF_LENGTH);
      return id !== '' && secrets.isSigned(PURPOSE, id, proof + rest) ? Number.parseInt(id, 36) : undefined;
    },
  };
}
