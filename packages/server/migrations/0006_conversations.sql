create table conversations (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets,
  customer_id bigint not null references customers,
  media_id int not null,
  channel_account_id bigint not null references channel_accounts,
  address text not null,
  department_id bigint not null references departments,
  status text not null default 'waiting' check (status in ('waiting', 'offered', 'active', 'ended')),
  waiting_since timestamptz(3) not null default now(),
  offered_to bigint references users,
  offered_at timestamptz(3),
  offer_expires_at timestamptz(3),
  passed_over bigint[] not null default '{}',
  agent_id bigint references users,
  customer_read_id bigint,
  started_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create unique index conversations_open on conversations (channel_account_id, address) where status <> 'ended';
create index conversations_address on conversations (channel_account_id, address, id desc);
create index conversations_ticket on conversations (ticket_id);
create index conversations_waiting on conversations (department_id, waiting_since) where status = 'waiting';
create index conversations_offered on conversations (offer_expires_at) where status = 'offered';
create index conversations_agent on conversations (agent_id) where status = 'active';
create index conversations_offered_to on conversations (offered_to) where status = 'offered';
comment on table conversations is 'The thread of one customer on one channel account; belongs to a ticket.';
comment on column conversations.address is 'Where the customer is reached on that account: the visitor, the number, the mail address.';
comment on column conversations.passed_over is 'Who let this conversation go since it last waited; asked again only when nobody else is free.';

create table livechat_visitors (
  id bigint generated always as identity primary key,
  channel_account_id bigint not null references channel_accounts,
  token_hash bytea not null unique,
  customer_id bigint references customers,
  name text not null default '',
  email text not null default '',
  language text not null,
  page text not null default '',
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now()
);
comment on table livechat_visitors is 'One browser on one site. The customer is known once the pre-chat form is sent.';

create table calls (
  id bigint generated always as identity primary key,
  media_id int not null,
  direction text not null check (direction in ('inbound', 'outbound')),
  state text not null check (state in ('ivr', 'queue', 'ringing', 'connected', 'ended')),
  user_id bigint references users,
  customer_id bigint references customers,
  ticket_id bigint references tickets,
  started_at timestamptz(3) not null default now(),
  answered_at timestamptz(3),
  ended_at timestamptz(3)
);
create index calls_on on calls (state) where state <> 'ended';
comment on table calls is 'Telephony and room calls.';
create view report_calls_on as select state, direction, started_at from calls where state <> 'ended';
comment on view report_calls_on is 'The calls of this moment, for monitoring.';
