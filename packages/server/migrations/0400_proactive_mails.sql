-- E-mails that we send first and that have no ticket until somebody answers, such as those of a campaign.
create table mail_proactive_messages (
  id bigint primary key,
  client_key text not null unique,
  mailbox_id bigint not null references mailboxes on delete cascade,
  address text not null,
  author_name text not null,
  body text not null,
  mail jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  failure text,
  ticket_id bigint,
  created_at timestamptz(3) not null
);
create index mail_proactive_messages_address on mail_proactive_messages (address);
create index mail_proactive_messages_ticket on mail_proactive_messages (ticket_id) where ticket_id is not null;
comment on table mail_proactive_messages is 'E-mails that were sent without a ticket. With an answer each becomes a message of the answer''s ticket, with the same id.';
comment on column mail_proactive_messages.id is 'From the sequence of messages, so that it stands on a time line in the order of sending.';
comment on column mail_proactive_messages.address is 'Whom it was sent to, in lower case.';
comment on column mail_proactive_messages.mail is 'As of messages.';
comment on column mail_proactive_messages.state is 'While it has no ticket; after that the message has it.';

alter table mail_outbox alter column ticket_id drop not null;
alter table mail_messages alter column ticket_id drop not null;
comment on column mail_outbox.ticket_id is 'Null: an e-mail of mail_proactive_messages, which knows its ticket.';
comment on column mail_messages.ticket_id is 'Null: an e-mail of mail_proactive_messages that nobody has answered.';
