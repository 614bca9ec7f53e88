-- Menus, queues, prompts, numbers and trunks that are set up on the screen, and whether the gateway has them.
alter table phone_gateways add column server_url text not null default '';
comment on column phone_gateways.server_url is 'Where the gateway reaches this server, to fetch prompts; empty: where browsers do.';

create table phone_items (
  id bigint generated always as identity primary key,
  gateway_id bigint not null references phone_gateways on delete cascade,
  kind text not null check (kind in ('queue', 'menu', 'number', 'trunk', 'prompt')),
  name text not null,
  settings jsonb not null,
  queue text not null default '',
  secret text not null default ''
);
create unique index phone_items_name on phone_items (gateway_id, kind, lower(name));
create unique index phone_items_queue on phone_items (gateway_id, queue) where queue <> '';
create unique index phone_items_number on phone_items (gateway_id, (settings ->> 'number')) where kind = 'number';
comment on table phone_items is 'What is set up at a gateway. One leads to another by its id, in settings: they are read, checked and written together.';
comment on column phone_items.queue is 'Of a queue: what the gateway calls it. It stays when the queue is renamed.';
comment on column phone_items.secret is 'Of a trunk: encrypted; empty: none.';

create table phone_prompts (
  item_id bigint primary key references phone_items on delete cascade,
  file text not null unique,
  duration_ms int not null,
  audio bytea not null
);
comment on table phone_prompts is 'How prompts sound: WAV, 8 kHz, one channel, 16 bits.';
comment on column phone_prompts.file is 'The name that the gateway fetches it by: nobody guesses it, and another sound has another.';

create table phone_setups (
  gateway_id bigint primary key references phone_gateways on delete cascade,
  state text not null check (state in ('waiting', 'applied', 'failed')),
  fault text,
  said text not null default '',
  applied text not null default '',
  since timestamptz(3) not null
);
comment on table phone_setups is 'Whether gateways have what is set up for them.';
comment on column phone_setups.applied is 'A digest of what the gateway was seen to have.';
