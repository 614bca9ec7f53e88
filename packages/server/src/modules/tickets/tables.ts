import type {
  Answers,
  DraftKind,
  MediaId,
  Message,
  MessageExtra,
  MessageMail,
  TicketEvent,
  TicketStatus,
} from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    lost_answers: { message_id: number; ticket_id: number; created_at: Time; answered_at: Time | null };
    tickets: {
      id: Auto<number>;
      number: string;
      subject: string;
      status: Auto<TicketStatus>;
      department_id: number;
      assignee_id: number | null;
      priority_id: number;
      type_id: number | null;
      category_id: number | null;
      subcategory_id: number | null;
      caller_type_id: number | null;
      media_id: MediaId;
      tags: Auto<string[]>;
      fields: AutoJson<Answers>;
      customer_id: number;
      merged_into: number | null;
      erased_at: Auto<string | null>;
      messages_since: Time | null;
      last_message: Auto<string>;
      last_message_by: Auto<'customer' | 'agent' | 'none'>;
      last_message_at: AutoTime;
      waiting_since: Time | null;
      unread: Auto<number>;
      waited_since: Time | null;
      waited_unread: Auto<number>;
      is_unsent: Auto<boolean>;
      sends_at: Time | null;
      snoozed_until: Time | null;
      snoozed_by: number | null;
      returned_at: Time | null;
      first_response_due_at: Time | null;
      first_response_at: Time | null;
      next_response_due_at: Time | null;
      resolution_due_at: Time | null;
      solved_at: Time | null;
      status_since: Time | null;
      created_by: number | null;
      client_key: string | null;
      created_at: AutoTime;
      updated_at: AutoTime;
      version: Auto<number>;
      revision: Auto<number>;
    };
    messages: {
      id: Auto<number>;
      ticket_id: number;
      conversation_id: number | null;
      media_id: MediaId | null;
      kind: Message['kind'];
      body: string;
      html_text: string | null;
      author_type: 'customer' | 'user' | 'system';
      author_id: number | null;
      author_name: string;
      event: Json<TicketEvent> | null;
      mail: Json<MessageMail> | null;
      extra: Json<MessageExtra> | null;
      state: Message['state'];
      failure: string | null;
      client_key: string | null;
      created_at: Time;
    };
    message_keys: { ticket_id: number; client_key: string; message_id: number; created_at: Time };
    files: {
      id: string;
      name: string;
      mime: string;
      size: number;
      sha256: string;
      ticket_id: number | null;
      message_id: number | null;
      user_id: number | null;
      visitor_id: number | null;
      mail_id: number | null;
      messaging_account_id: number | null;
      created_at: AutoTime;
    };
    ticket_drafts: {
      ticket_id: number;
      user_id: number;
      kind: DraftKind;
      body: string;
      file_ids: string[];
      updated_at: AutoTime;
    };
    ticket_counts: {
      department_id: number;
      status: TicketStatus;
      assignee_id: number;
      n: number;
      waiting: Auto<number>;
      snoozed: Auto<number>;
    };
  }
}
