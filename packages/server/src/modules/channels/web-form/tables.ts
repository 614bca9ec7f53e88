import type { SpamReason, WebFormSettings } from '@trunkline/contract';
import '#platform/tables';
import type { FormSubmission } from './content.ts';

declare module '#platform/tables' {
  interface Tables {
    web_forms: {
      id: number;
      settings: Json<Omit<WebFormSettings, 'mailbox_id'>>;
      mailbox_id: number | null;
    };
    web_form_submissions: {
      id: Auto<number>;
      form_id: number;
      client_key: string;
      nonce: string;
      content_hash: string;
      state: 'taken' | 'spam';
      reasons: Auto<SpamReason[]>;
      content: Json<FormSubmission> | null;
      network: string;
      email: string;
      domain: string;
      received_at: Time;
    };
  }
}
