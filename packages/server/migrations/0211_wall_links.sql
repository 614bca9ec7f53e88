create table wall_links (
  id bigint generated always as identity primary key,
  name text not null,
  token_hash bytea not null unique,
  tiles text[] not null,
  made_by bigint not null references users,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
comment on table wall_links is 'Links to the figures of monitoring for a screen on the wall: whoever has one needs no account.';
comment on column wall_links.token_hash is 'SHA-256; the token itself is told once.';
comment on column wall_links.made_by is 'What they may see is what it shows; with their right or account it ends for good.';
