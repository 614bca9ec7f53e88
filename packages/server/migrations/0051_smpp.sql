-- Text messages over an operator's own line: SMPP 3.4.
alter table messaging_accounts add column smpp jsonb;
comment on column messaging_accounts.smpp is 'Of an operator''s line: where its message centre is, and what it wants to hear there; null for all others.';

-- Several operators may give a company the same short number: what is unique there is the way in.
alter table messaging_accounts drop constraint messaging_accounts_provider_address_key;
create unique index messaging_accounts_address on messaging_accounts (provider, address) where provider <> 'smpp';
create unique index messaging_accounts_line on messaging_accounts ((smpp ->> 'host'), (smpp ->> 'port'), business_id)
  where provider = 'smpp';

-- A line that is back hastens what waited for it, but not what may have arrived already.
alter table messaging_outbox add column not_before timestamptz(3);
comment on column messaging_outbox.not_before is 'What may have arrived is not sent again before that: its states may still tell.';

create table messaging_joined (
  channel_account_id bigint not null references messaging_accounts on delete cascade,
  joined text not null,
  parts jsonb not null,
  touched_at timestamptz(3) not null,
  done_at timestamptz(3),
  primary key (channel_account_id, joined)
);
create index messaging_joined_open on messaging_joined (touched_at) where done_at is null;
comment on table messaging_joined is 'Long text messages, which come in parts: those that are not whole yet, and for a day those that were.';
comment on column messaging_joined.joined is 'Who wrote to whom, and by which number of theirs their phone puts the parts together.';
comment on column messaging_joined.done_at is 'When a message was made of it: whole, or of what had come when no more came. Parts that are repeated after it change nothing.';
