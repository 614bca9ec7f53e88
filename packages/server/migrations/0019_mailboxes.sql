-- E-mail: mailboxes, what came in, and what goes out.
create table mailboxes (
  id bigint primary key references channel_accounts on delete cascade,
  address text not null unique,
  display_name text not null default '',
  imap jsonb not null,
  smtp jsonb not null,
  folders text[] not null,
  signature_html text not null default '',
  blocked_senders text[] not null default '{}',
  loop_limit int not null,
  quotes_last boolean not null,
  takes_existing boolean not null,
  state text not null default 'starting' check (state in ('off', 'starting', 'ok', 'failing')),
  fault text,
  said text not null default '',
  since timestamptz(3),
  last_ok_at timestamptz(3)
);
comment on table mailboxes is 'What a channel account of e-mail has beside its name, department and whether it is active.';
comment on column mailboxes.imap is 'Host, port, security and sign-in; what is secret is sealed.';
comment on column mailboxes.since is 'Since when it has been in this state.';

create table mail_folders (
  mailbox_id bigint not null references mailboxes on delete cascade,
  name text not null,
  uid_validity bigint not null,
  last_uid bigint not null,
  takes_after timestamptz(3),
  primary key (mailbox_id, name)
);
comment on table mail_folders is 'How far each folder has been read.';
comment on column mail_folders.takes_after is 'Older mails are left alone; null: none are. Counts when a folder is numbered anew.';

create table mails (
  id bigint generated always as identity primary key,
  mailbox_id bigint not null references mailboxes on delete cascade,
  folder text not null,
  uid_validity bigint not null,
  uid bigint not null,
  file_id uuid not null,
  fingerprint bytea not null,
  size bigint not null,
  is_partial boolean not null default false,
  sender text not null default '',
  state text not null default 'received' check (state in ('received', 'done', 'ignored', 'failed')),
  reason text not null default '',
  attempts int not null default 0,
  next_try_at timestamptz(3),
  arrived_at timestamptz(3) not null,
  stored_at timestamptz(3) not null,
  ticket_id bigint,
  unique (mailbox_id, folder, uid_validity, uid),
  unique (mailbox_id, fingerprint)
);
create index mails_due on mails (mailbox_id, id) where state = 'received';
create index mails_sender on mails (mailbox_id, sender, stored_at);
comment on table mails is 'Every mail that came in, as it came; the bytes are in the file store. Stored before anything is made of it.';
comment on column mails.fingerprint is 'The same mail in another folder, or under another number, is the same mail.';
comment on column mails.is_partial is 'It was too large: only its beginning is stored.';
comment on column mails.state is 'received: waits, or is tried again at next_try_at; ignored and failed say why in reason.';

create table mail_messages (
  message_id bigint primary key,
  created_at timestamptz(3) not null,
  ticket_id bigint not null,
  mailbox_id bigint not null,
  mail_id bigint references mails on delete set null,
  header_id text not null default '',
  reference_ids text[] not null default '{}',
  sender text not null,
  reply_to text not null default '',
  subject_key text not null default '',
  html_file_id uuid,
  html text,
  inline_files jsonb not null default '{}'
);
create index mail_messages_header on mail_messages (mailbox_id, header_id) where header_id <> '';
create index mail_messages_sender on mail_messages (mailbox_id, sender, message_id);
create index mail_messages_ticket on mail_messages (ticket_id, message_id);
comment on table mail_messages is 'What a message that is a mail has beside what the time line shows.';
comment on column mail_messages.mail_id is 'The mail that came in; null for what went out.';
comment on column mail_messages.header_id is 'Its Message-ID, without the angle brackets.';
comment on column mail_messages.reply_to is 'Where answers go; empty: to the sender.';
comment on column mail_messages.subject_key is 'Of what came in: its subject without prefixes, for comparing.';
comment on column mail_messages.html is 'Of what went out; the HTML of what came in is a file.';
comment on column mail_messages.inline_files is 'Files by the Content-ID that the HTML calls them.';

create table mail_people (
  ticket_id bigint not null,
  address text not null,
  primary key (ticket_id, address)
);
comment on table mail_people is 'Who takes part in a ticket by mail: only they can name it by its number or by somebody else''s mail.';

create table mail_outbox (
  message_id bigint primary key,
  created_at timestamptz(3) not null,
  ticket_id bigint not null,
  mailbox_id bigint not null references mailboxes on delete cascade,
  header_id text not null,
  in_reply_to text not null default '',
  reference_ids text[] not null default '{}',
  subject text not null,
  recipients jsonb not null,
  text text not null,
  html text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  next_try_at timestamptz(3) not null,
  said text not null default ''
);
create index mail_outbox_due on mail_outbox (mailbox_id, next_try_at) where state = 'queued';
comment on table mail_outbox is 'Mails to send, written with the answer. The Message-ID is fixed here: sent twice after a crash, it is one mail.';

alter table files add column mail_id bigint;
comment on column files.mail_id is 'The mail that brought it.';

-- A customer has several cases by mail at the same time; each is a conversation.
drop index conversations_open;
create unique index conversations_open on conversations (channel_account_id, address)
  where status <> 'ended' and media_id <> 2;

create view report_channel_accounts as
  select id, name, media_id, department_id, is_active, updated_at from channel_accounts;
comment on view report_channel_accounts is 'What the adapters of channels may know of their accounts.';
