import '#platform/tables';

/** Why a conversation that a responder had waits for a person; or what the responder itself gives as its reason. */
export type HandoverReason =
  /** It let it pass after all. */
  | 'passed'
  /** It failed. */
  | 'failed'
  /** It did not respond within its budget. */
  | 'timeout'
  /** The process that waited for its response has ended. */
  | 'interrupted'
  /** The customer has written nothing for so long. */
  | 'silent'
  /** It has answered too often: it may be talking to another machine. */
  | 'too_often'
  /** What it says cannot be sent there. */
  | 'cannot_send'
  /** The responder is no longer registered. */
  | 'unregistered'
  /** A person has taken it over. */
  | 'taken'
  /** The conversation has ended. */
  | 'ended'
  | (string & {});

export type Handover = {
  /** The name of the responder. */
  by: string;
  reason: HandoverReason;
  /** What it has asked the customer, for whoever goes on. */
  collected: readonly { label: string; value: string }[];
};

declare module '#platform/tables' {
  interface Tables {
    responder_turns: {
      id: Auto<number>;
      conversation_id: number;
      key: string;
      responder: string;
      is_new_case: boolean;
      message_id: number | null;
      message_at: Time | null;
      state: Auto<'queued' | 'answered' | 'handed_over' | 'failed' | 'dropped'>;
      attempts: Auto<number>;
      next_try_at: Time;
      leased_until: Time | null;
      begun_at: Time | null;
      created_at: Time;
    };
  }
}
