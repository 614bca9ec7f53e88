-- Other systems that act in somebody's name, with as much of what they may do as they chose.
create table api_keys (
  id bigint generated always as identity primary key,
  name text not null,
  token_hash bytea not null unique,
  prefix text not null,
  codes text[] not null,
  user_id bigint not null references users,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
comment on column api_keys.prefix is 'The beginning of the key, as it is shown; the key itself is not kept.';
comment on column api_keys.codes is 'MODULE:ACTIVITY. It may do these as far as its owner still may.';
