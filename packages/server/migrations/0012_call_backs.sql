alter table calls drop constraint calls_end_reason_check;
alter table calls add constraint calls_end_reason_check check (
  end_reason in ('hung_up', 'abandoned', 'unanswered', 'left', 'failed', 'message', 'call_back', 'declined')
);

create table call_backs (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets,
  visitor_id bigint references livechat_visitors on delete set null,
  channel_account_id bigint not null references channel_accounts,
  client_key text not null,
  kind text not null check (kind in ('voice', 'video')),
  phone text not null default '',
  email text not null default '',
  due_at timestamptz(3) not null,
  next_at timestamptz(3),
  state text not null check (state in ('waiting', 'ringing', 'calling', 'done', 'missed', 'cancelled')),
  attempts int not null default 0,
  reason text check (reason in ('nobody', 'declined', 'not_reached', 'called_again')),
  call_id bigint references calls,
  rung_at timestamptz(3),
  user_id bigint references users,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create unique index call_backs_open on call_backs (visitor_id) where state in ('waiting', 'ringing', 'calling');
create index call_backs_due on call_backs (next_at) where state = 'waiting';
create index call_backs_ringing on call_backs (rung_at) where state = 'ringing';
create index call_backs_ticket on call_backs (ticket_id, id);
create index call_backs_visitor on call_backs (visitor_id, id desc);
create unique index call_backs_call on call_backs (call_id) where call_id is not null;
comment on table call_backs is 'Customers who asked to be called; at its time each becomes a call that rings at our people.';
comment on column call_backs.channel_account_id is 'The widget that it was asked on.';
comment on column call_backs.due_at is 'The time that was asked for. Tries go on until a day after it.';
comment on column call_backs.next_at is 'When it rings next; null while it does, and when it is over.';
comment on column call_backs.attempts is 'How often it has rung.';
comment on column call_backs.call_id is 'The call of the present try, or of the last one.';
comment on column call_backs.rung_at is 'When the present try began.';

alter table conversations add column asks_once boolean not null default false;
comment on column conversations.asks_once is 'Who has let it go is not asked again: whoever opened it tries again later.';
