create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  rp_id text not null,
  name text not null,
  transports text[] not null default '{}',
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
comment on table passkeys is 'Keys in people''s devices with which they sign in.';
comment on column passkeys.rp_id is 'The name of the address at which it was made: browsers offer it at no other.';
comment on column passkeys.counter is 'How often the device says that it has signed; many say 0.';
create index passkeys_user on passkeys (user_id);
