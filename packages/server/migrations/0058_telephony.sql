-- The telephone: gateways, what they told, and what became of it.
create table phone_gateways (
  id bigint primary key references channel_accounts,
  host text not null,
  port int not null check (port between 1 and 65535),
  is_tls boolean not null,
  username text not null,
  secret text not null,
  after_call_seconds int not null check (after_call_seconds between 0 and 3600),
  state text not null default 'starting' check (state in ('off', 'starting', 'ok', 'failing')),
  fault text,
  said text not null default '',
  since timestamptz(3)
);
comment on table phone_gateways is 'Asterisk servers that are followed over their manager interface. Name, department and is_active are the channel account''s.';
comment on column phone_gateways.secret is 'Encrypted.';
comment on column phone_gateways.after_call_seconds is 'How long after-call work lasts at most; 0: there is none.';

create table phone_calls (
  call_id bigint primary key references calls,
  gateway_id bigint not null references phone_gateways,
  linked text[] not null,
  number text not null,
  dialled text not null,
  queue text not null,
  ivr_keypress text not null,
  cause int,
  told jsonb not null
);
create index phone_calls_linked on phone_calls using gin (linked);
create index phone_calls_number on phone_calls (number, call_id desc);
comment on table phone_calls is 'What is known of a call besides because it is a telephone call.';
comment on column phone_calls.linked is 'The gateway''s names for it (Linkedid): several where legs of two calls were put together.';
comment on column phone_calls.queue is 'The queue that it is in, or was in last; empty: none.';
comment on column phone_calls.told is 'Menu, queues, rings, talks, holds and transfers with their times, worked out from phone_happenings.';

create table phone_happenings (
  gateway_id bigint not null,
  at timestamptz(3) not null,
  key text not null,
  linked text not null,
  happening jsonb not null,
  stored_at timestamptz(3) not null,
  primary key (gateway_id, at, key)
) partition by range (at);
create index phone_happenings_linked on phone_happenings (gateway_id, linked);
comment on table phone_happenings is 'What the gateways told of calls, append-only. The same thing told twice is one.';
select ensure_month_partitions('phone_happenings', (now() - interval '1 month')::date, (now() + interval '2 months')::date);

create table phone_echoes (
  user_id bigint not null references users,
  event text not null,
  uniqueid text not null,
  eventtime timestamptz(3) not null,
  took_ms int not null,
  received_at timestamptz(3) not null,
  primary key (user_id, uniqueid, event, eventtime)
);
create index phone_echoes_received on phone_echoes (received_at);
comment on table phone_echoes is 'When what was told of a call had reached somebody''s screen.';
comment on column phone_echoes.took_ms is 'Milliseconds from the gateway''s event until their page had told us.';

-- A phone is one person's. Where several had the same number, the first keeps it.
update users u set extension = '' where extension <> '' and exists (
  select from users o where o.extension = u.extension and o.id < u.id);
create unique index users_extension on users (extension) where extension <> '';
