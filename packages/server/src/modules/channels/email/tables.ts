import type { MailAddress, MailboxHealth, MailDraft, MailFault, MessageMail } from '@trunkline/contract';
import '#platform/tables';
import type { StoredServer } from './mailboxes/secrets.ts';

export type StoredMailDraft = Omit<MailDraft, 'files' | 'client_key' | 'answers'> &
  Partial<Pick<MailDraft, 'answers'>>;
export type Recipients = { to: MailAddress[]; cc: MailAddress[]; bcc: MailAddress[] };

declare module '#platform/tables' {
  interface Tables {
    mailboxes: {
      id: number;
      address: string;
      display_name: string;
      imap: Json<StoredServer>;
      smtp: Json<StoredServer>;
      folders: string[];
      signature_html: string;
      blocked_senders: string[];
      group_addresses: string[];
      loop_limit: number;
      authserv_id: string;
      quotes_last: boolean;
      takes_existing: boolean;
      state: Auto<MailboxHealth['state']>;
      fault: MailFault | null;
      said: Auto<string>;
      since: Time | null;
      last_ok_at: Time | null;
    };
    report_channel_accounts: {
      id: number;
      name: string;
      department_id: number;
      is_active: boolean;
      updated_at: Time;
      key: string;
    };
    mail_folders: {
      mailbox_id: number;
      name: string;
      uid_validity: number;
      last_uid: number;
      takes_after: Time | null;
    };
    mails: {
      id: Auto<number>;
      mailbox_id: number;
      folder: string;
      uid_validity: number;
      uid: number;
      file_id: string;
      fingerprint: Buffer;
      size: number;
      is_partial: Auto<boolean>;
      sender: Auto<string>;
      state: Auto<'received' | 'done' | 'ignored' | 'failed' | 'gone'>;
      reason: Auto<string>;
      attempts: Auto<number>;
      next_try_at: Time | null;
      arrived_at: Time;
      stored_at: Time;
      ticket_id: number | null;
      is_unproven: Auto<boolean>;
      is_proven: Auto<boolean>;
      sender_name: Auto<string>;
      subject: Auto<string>;
    };
    mail_messages: {
      message_id: number;
      created_at: Time;
      ticket_id: number | null;
      mailbox_id: number;
      mail_id: number | null;
      header_id: Auto<string>;
      reference_ids: Auto<string[]>;
      sender: string;
      reply_to: Auto<string>;
      subject_key: Auto<string>;
      html_file_id: string | null;
      html: string | null;
      inline_files: Json<Record<string, string>>;
      is_unproven: Auto<boolean>;
      is_proven: Auto<boolean>;
      answers_to: Auto<string>;
      is_forward: Auto<boolean>;
    };
    mail_html_backfill: { before_id: number };
    mail_drafts: {
      user_id: number;
      place: string;
      client_key: string;
      mail: Json<StoredMailDraft>;
      file_ids: string[];
      updated_at: Time;
    };
    mail_people: { ticket_id: number; address: string; is_answered: Auto<boolean> };
    mail_proactive_messages: {
      id: number;
      client_key: string;
      mailbox_id: number;
      address: string;
      author_name: string;
      body: string;
      mail: Json<MessageMail>;
      state: Auto<'queued' | 'sent' | 'failed'>;
      failure: string | null;
      ticket_id: number | null;
      created_at: Time;
    };
    mail_outbox: {
      message_id: number;
      created_at: Time;
      ticket_id: number | null;
      mailbox_id: number;
      header_id: string;
      in_reply_to: Auto<string>;
      reference_ids: Auto<string[]>;
      subject: string;
      recipients: Json<Recipients>;
      text: string;
      html: string | null;
      state: Auto<'queued' | 'sent' | 'failed'>;
      attempts: Auto<number>;
      next_try_at: Time;
      said: Auto<string>;
      reached: Auto<string[]>;
    };
  }
}
