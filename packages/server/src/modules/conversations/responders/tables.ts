import '#platform/tables';

/** Why a conversation left a responder; a responder may also give a reason of its own. */
export type HandoverReason =
  /** The responder passed after all. */
  | 'passed'
  /** The responder failed. */
  | 'failed'
  /** It did not respond within its time budget. */
  | 'timeout'
  /** The process that waited for its response has ended. */
  | 'interrupted'
  /** The customer did not write again in time. */
  | 'silent'
  /** It answered too often: the other side may be a machine as well. */
  | 'too_often'
  /** The channel cannot send its message. */
  | 'cannot_send'
  /** The responder is no longer registered. */
  | 'unregistered'
  /** An agent has taken it over. */
  | 'taken'
  /** The conversation has ended. */
  | 'ended'
  | (string & {});

export type Handover = {
  /** The name of the responder. */
  by: string;
  reason: HandoverReason;
  /** The questions and answers so far, for the agent who continues. */
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
