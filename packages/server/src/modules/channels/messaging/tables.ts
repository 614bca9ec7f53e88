import type {
  MessageExtra,
  MessageState,
  MessagingFault,
  MessagingHealth,
  MessagingProvider,
  MessagingTemplate,
  SmppLine,
  TemplateContent,
} from '@trunkline/contract';
import '#platform/tables';
import type { PendingUpdate, OutgoingMessage } from './providers/provider.ts';
import type { JoinedPart } from './smpp/incoming.ts';

declare module '#platform/tables' {
  interface Tables {
    messaging_accounts: {
      id: number;
      provider: MessagingProvider;
      address: string;
      shown_address: string;
      per_second: number;
      sealed_access_token: string;
      sealed_app_secret: string;
      verify_token: string;
      business_id: Auto<string>;
      smpp: Json<SmppLine> | null;
      templates_at: Time | null;
      state: Auto<MessagingHealth['state']>;
      fault: MessagingFault | null;
      said: Auto<string>;
      since: Time | null;
      last_in_at: Time | null;
      refused: Auto<number>;
    };
    messaging_templates: {
      id: Auto<number>;
      channel_account_id: number;
      provider_id: string;
      name: string;
      language: string;
      category: string;
      state: MessagingTemplate['state'];
      reason: Auto<string>;
      content: Json<TemplateContent>;
      told_at: AutoTime;
    };
    messaging_contacts: {
      id: Auto<number>;
      channel_account_id: number;
      address: string;
      customer_id: number;
      name: Auto<string>;
      last_in_at: Time | null;
      refuses_since: Time | null;
      delivered_until: Time | null;
      read_until: Time | null;
      ask_at: Time | null;
      asked: Auto<number>;
      created_at: AutoTime;
    };
    messaging_deliveries: {
      id: Auto<number>;
      channel_account_id: number;
      body: Buffer;
      digest: Buffer;
      state: Auto<'received' | 'done' | 'failed'>;
      reason: Auto<string>;
      attempts: Auto<number>;
      taken: Auto<number[]>;
      next_try_at: Time | null;
      received_at: Time;
    };
    messaging_joined: {
      channel_account_id: number;
      joined: string;
      parts: Json<JoinedPart[]>;
      touched_at: Time;
      done_at: Time | null;
    };
    messaging_messages: {
      channel_account_id: number;
      provider_id: string;
      message_id: number;
      created_at: Time;
      ticket_id: number | null;
      part: Auto<number>;
      direction: 'in' | 'out';
      state: Auto<'sent' | 'delivered' | 'read' | 'failed'>;
      address: string | null;
      sent_at: Time | null;
    };
    messaging_early: {
      id: Auto<number>;
      channel_account_id: number;
      provider_id: string;
      fact: Json<PendingUpdate>;
      received_at: Time;
    };
    messaging_media: {
      id: Auto<number>;
      file_id: string;
      channel_account_id: number;
      message_id: number;
      created_at: Time;
      ticket_id: number;
      provider_media_id: string;
      name: Auto<string>;
      attempts: Auto<number>;
      next_try_at: Time;
      leased_until: Time | null;
      state: Auto<'queued' | 'done' | 'failed'>;
    };
    messaging_proactive_messages: {
      id: number;
      client_key: string;
      contact_id: number;
      author_name: string;
      body: string;
      extra: Json<MessageExtra> | null;
      state: Auto<MessageState>;
      failure: string | null;
      ticket_id: number | null;
      created_at: Time;
    };
    messaging_outbox: {
      id: Auto<number>;
      message_id: number;
      part: number;
      created_at: Time;
      ticket_id: number | null;
      channel_account_id: number;
      address: string;
      content: Json<OutgoingMessage>;
      state: Auto<'queued' | 'sent' | 'failed'>;
      attempts: Auto<number>;
      next_try_at: Time;
      leased_until: Time | null;
      not_before: Time | null;
      hastened: Auto<number>;
      said: Auto<string>;
    };
  }
}
