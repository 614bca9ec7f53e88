-- What an account of chat or messaging says by itself.
create table auto_replies (
  channel_account_id bigint primary key references channel_accounts on delete cascade,
  replies jsonb not null,
  version int not null default 1,
  updated_at timestamptz(3) not null
);
comment on table auto_replies is 'Automatic replies of an account, as the contract describes them. No row: it says nothing.';

create table auto_replies_sent (
  id bigint generated always as identity primary key,
  channel_account_id bigint not null references channel_accounts on delete cascade,
  address text not null,
  ticket_id bigint not null references tickets on delete cascade,
  kind text not null,
  sent_at timestamptz(3) not null,
  is_over boolean not null default false
);
create index auto_replies_sent_case on auto_replies_sent (ticket_id, id desc) where not is_over;
create index auto_replies_sent_contact on auto_replies_sent (channel_account_id, address, sent_at);
create index auto_replies_sent_at on auto_replies_sent (sent_at);
comment on table auto_replies_sent is 'What was said by itself lately, so that nothing is said twice in a row, nor over and over to a machine.';
comment on column auto_replies_sent.is_over is 'One of us has answered since: the same may be said again.';

create table auto_reply_timers (
  conversation_id bigint primary key references conversations on delete cascade,
  kind text not null check (kind in ('busy', 'idle', 'close')),
  due_at timestamptz(3) not null
);
create index auto_reply_timers_due on auto_reply_timers (due_at);
comment on table auto_reply_timers is 'What is said, or done, when nothing happens until then: whoever does it takes the row away.';
comment on column auto_reply_timers.kind is 'busy: nobody has taken it. idle: the customer is silent after our answer. close: and after the reminder.';
