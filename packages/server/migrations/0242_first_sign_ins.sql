-- A provider may be set to create the account of whoever signs in by it for the first time.
alter table sign_in_providers add column creates_accounts boolean not null default false,
  add column email_domains text[] not null default '{}',
  add column new_level_id bigint references user_levels on delete set null;
comment on column sign_in_providers.email_domains is 'In lower case; only addresses of these get an account.';
comment on column sign_in_providers.new_level_id is 'Of a new account, until a claim says otherwise. Null: none is created.';
