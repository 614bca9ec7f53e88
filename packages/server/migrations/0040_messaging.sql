-- Messaging channels: accounts, what their providers deliver, and what goes out.
alter table messages add column extra jsonb;
comment on column messages.extra is 'Of messaging channels: what it shows beside its text; see messageExtra in the contract.';

create table messaging_accounts (
  id bigint primary key references channel_accounts on delete cascade,
  provider text not null,
  address text not null,
  shown_address text not null,
  per_second int not null,
  sealed_access_token text not null,
  sealed_app_secret text not null,
  verify_token text not null,
  state text not null default 'starting' check (state in ('off', 'starting', 'ok', 'failing')),
  fault text,
  said text not null default '',
  since timestamptz(3),
  last_in_at timestamptz(3),
  refused int not null default 0,
  unique (provider, address)
);
comment on table messaging_accounts is 'What a channel account of a messaging provider has beside its name, department and whether it is active.';
comment on column messaging_accounts.address is 'What the provider calls the account in what it delivers.';
comment on column messaging_accounts.refused is 'Deliveries whose signature was not right.';

create table messaging_contacts (
  id bigint generated always as identity primary key,
  channel_account_id bigint not null references channel_accounts,
  address text not null,
  customer_id bigint not null references customers,
  name text not null default '',
  last_in_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (channel_account_id, address)
);
create index messaging_contacts_customer on messaging_contacts (customer_id);
comment on table messaging_contacts is 'Who has written to an account, as the provider names them there.';
comment on column messaging_contacts.last_in_at is 'When they last wrote: providers allow free answers for some time after it.';

create table messaging_deliveries (
  id bigint generated always as identity primary key,
  channel_account_id bigint not null references messaging_accounts on delete cascade,
  body bytea not null,
  digest bytea not null,
  state text not null default 'received' check (state in ('received', 'done', 'failed')),
  reason text not null default '',
  attempts int not null default 0,
  next_try_at timestamptz(3),
  received_at timestamptz(3) not null,
  unique (channel_account_id, digest)
);
create index messaging_deliveries_due on messaging_deliveries (channel_account_id, id) where state = 'received';
create index messaging_deliveries_age on messaging_deliveries (received_at) where state = 'done';
comment on table messaging_deliveries is 'Every genuine delivery of a provider, as it came. Stored before anything is made of it.';
comment on column messaging_deliveries.digest is 'Of the body: a provider that did not hear our answer sends the same again.';

create table messaging_messages (
  channel_account_id bigint not null references messaging_accounts on delete cascade,
  provider_id text not null,
  message_id bigint not null,
  created_at timestamptz(3) not null,
  ticket_id bigint not null,
  part int not null default 0,
  direction text not null check (direction in ('in', 'out')),
  state text not null default 'sent',
  primary key (channel_account_id, provider_id)
);
create index messaging_messages_message on messaging_messages (message_id, part);
comment on table messaging_messages is 'Which message of ours is which of the provider''s. One of ours with several files is several of theirs: its parts.';

create table messaging_early (
  channel_account_id bigint not null references messaging_accounts on delete cascade,
  provider_id text not null,
  fact jsonb not null,
  id bigint generated always as identity primary key,
  received_at timestamptz(3) not null
);
create index messaging_early_message on messaging_early (channel_account_id, provider_id);
create index messaging_early_age on messaging_early (received_at);
comment on table messaging_early is 'What was told of a message that had not come yet: it waits for it.';

create table messaging_media (
  file_id uuid primary key,
  channel_account_id bigint not null references messaging_accounts on delete cascade,
  message_id bigint not null,
  created_at timestamptz(3) not null,
  ticket_id bigint not null,
  provider_media_id text not null,
  attempts int not null default 0,
  next_try_at timestamptz(3) not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed'))
);
create index messaging_media_due on messaging_media (channel_account_id, next_try_at) where state = 'queued';
comment on table messaging_media is 'Photos, sounds and documents of customers that are to be fetched from the provider.';

create table messaging_outbox (
  id bigint generated always as identity primary key,
  message_id bigint not null,
  part int not null,
  created_at timestamptz(3) not null,
  ticket_id bigint not null,
  channel_account_id bigint not null references messaging_accounts on delete cascade,
  address text not null,
  content jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  next_try_at timestamptz(3) not null,
  said text not null default '',
  unique (message_id, part)
);
create index messaging_outbox_due on messaging_outbox (channel_account_id, next_try_at, id) where state = 'queued';
create index messaging_outbox_line on messaging_outbox (channel_account_id, address, id) where state = 'queued';
comment on table messaging_outbox is 'Messages to send, written with the answer. Whoever sends one puts next_try_at ahead meanwhile: after a crash it is due again.';

alter table files add column messaging_account_id bigint;
comment on column files.messaging_account_id is 'The messaging account whose provider brought it.';
