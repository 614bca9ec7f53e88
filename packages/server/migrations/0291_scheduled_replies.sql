create table scheduled_replies (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  user_id bigint not null references users on delete cascade,
  client_key text not null,
  reply jsonb not null,
  file_ids uuid[] not null default '{}',
  solves boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'cancelled')),
  attempts int not null default 0,
  next_try_at timestamptz(3) not null,
  leased_until timestamptz(3),
  fault text,
  created_at timestamptz(3) not null,
  unique (ticket_id, client_key)
);
create index scheduled_replies_queued on scheduled_replies (ticket_id, id) where state = 'queued';
create index scheduled_replies_due on scheduled_replies (next_try_at) where state = 'queued';
create index scheduled_replies_files on scheduled_replies using gin (file_ids) where state in ('queued', 'failed');
create index scheduled_replies_user on scheduled_replies (user_id);
comment on table scheduled_replies is 'Replies that go out at a time, or could not; those that went out or were cancelled are kept for a week.';
comment on column scheduled_replies.reply is 'What was written, as the request for a reply has it; it becomes a message when it goes out.';
comment on column scheduled_replies.fault is 'Why it could not be sent, an error code.';

alter table desk_settings add column undo_send_seconds int not null default 5;
comment on column desk_settings.undo_send_seconds is 'So long e-mails are held back, so that sending can be undone; 0: not at all.';

alter table ticket_notices drop constraint ticket_notices_kind_check;
alter table ticket_notices add constraint ticket_notices_kind_check
  check (kind in ('mention', 'message', 'status', 'rule', 'snooze', 'unsent'));
