import type { AutoReplies, AutoReplyKind } from '@trunkline/contract';
import '#platform/tables';

/** Messages of automation rules are stored as well. */
export type SentKind = AutoReplyKind | 'rule';
export type TimerKind = 'busy' | 'idle' | 'close';

declare module '#platform/tables' {
  interface Tables {
    auto_replies: {
      channel_account_id: number;
      replies: Json<AutoReplies>;
      version: Auto<number>;
      updated_at: Time;
    };
    auto_replies_sent: {
      id: Auto<number>;
      channel_account_id: number;
      address: string;
      ticket_id: number;
      kind: SentKind;
      sent_at: Time;
      is_over: Auto<boolean>;
    };
    auto_reply_timers: { conversation_id: number; kind: TimerKind; due_at: Time };
  }
}
