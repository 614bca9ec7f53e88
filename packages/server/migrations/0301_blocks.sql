create table blocks (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('email', 'phone', 'contact')),
  value text not null,
  account_id bigint references channel_accounts on delete cascade,
  name text not null default '',
  reason text not null default '',
  user_id bigint references users on delete set null,
  created_at timestamptz(3) not null,
  refused int not null default 0,
  last_refused_at timestamptz(3),
  unique nulls not distinct (kind, value, account_id)
);
comment on table blocks is 'Addresses, numbers and contacts whose messages and calls are refused.';
comment on column blocks.account_id is 'Of contacts only: where value is an address of that account.';
create index blocks_account on blocks (account_id) where account_id is not null;
create index blocks_user on blocks (user_id);

create table refusals (
  id bigint generated always as identity primary key,
  block_id bigint not null references blocks on delete cascade,
  key text not null,
  media_id int not null,
  body text not null default '',
  at timestamptz(3) not null,
  unique (block_id, key)
);
create index refusals_at on refusals (at);
comment on table refusals is 'What blocks have refused, for thirty days. E-mails are kept in mails.';
comment on column refusals.key is 'Of what was refused: the same that comes again counts once.';

-- Whoever edits customers may block them.
update user_levels l set version = version + 1 where exists (select from user_level_modules m
  where m.user_level_id = l.id and m.module_code = 'CUSTOMERS' and m.is_active
    and 'EDIT' = any(string_to_array(m.module_activity_code, ',')));
update user_level_modules set module_activity_code = module_activity_code || ',BLOCK'
  where module_code = 'CUSTOMERS' and is_active and 'EDIT' = any(string_to_array(module_activity_code, ','));
