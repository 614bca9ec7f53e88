-- A second factor: codes of an authenticator app, and recovery codes for the day on which the phone is gone.
create table second_factors (
  user_id bigint primary key references users on delete cascade,
  sealed_secret text,
  enabled_at timestamptz(3),
  sealed_pending text,
  pending_until timestamptz(3),
  last_step bigint not null default 0
);
comment on table second_factors is 'The authenticator app of a person. Without a secret they sign in with a password alone.';
comment on column second_factors.sealed_secret is 'The secret in use, encrypted with TRUNKLINE_KEY.';
comment on column second_factors.sealed_pending is 'The secret of a set-up that is not confirmed yet; it opens nothing.';
comment on column second_factors.last_step is 'The highest time step of which a code was taken (30 s each): no code of it or before is taken again.';

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'Each opens once in place of a code. Hashed with TRUNKLINE_KEY.';

create table sign_in_challenges (
  token_hash bytea primary key,
  kind text not null,
  user_id bigint references users on delete cascade,
  data jsonb not null default '{}',
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
comment on table sign_in_challenges is 'Sign-ins that have begun and wait for their next step. None of them is a session.';
comment on column sign_in_challenges.user_id is 'Who has proven the first step; null: nobody yet.';
create index sign_in_challenges_expiry on sign_in_challenges (expires_at);
create index sign_in_challenges_user on sign_in_challenges (user_id) where user_id is not null;

alter table sessions add column second_factor boolean not null default false;
comment on column sessions.second_factor is 'It was begun with two factors.';

alter table user_levels add column second_factor text not null default 'allowed' check (second_factor in ('allowed', 'required'));
comment on column user_levels.second_factor is 'Required: whoever has no second factor sets one up before anything else answers.';
