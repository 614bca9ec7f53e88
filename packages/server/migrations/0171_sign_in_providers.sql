-- OpenID Connect providers, who is who at them, and what sessions they began.
create table sign_in_providers (
  id bigint generated always as identity primary key,
  version int not null default 1,
  name text not null,
  issuer text not null,
  client_id text not null,
  sealed_secret text not null default '',
  scopes text not null,
  trusts_addresses boolean not null default false,
  is_two_factor boolean not null default false,
  is_active boolean not null default true,
  level_claim text not null default '',
  levels jsonb not null default '[]',
  other_level_id bigint references user_levels on delete set null,
  department_claim text not null default '',
  departments jsonb not null default '[]',
  missing_claims text[] not null default '{}',
  missing_at timestamptz(3),
  unique (issuer, client_id)
);
comment on table sign_in_providers is 'Where people can sign in with an account that they have elsewhere.';
comment on column sign_in_providers.sealed_secret is 'Encrypted with TRUNKLINE_KEY together with issuer and client: for others it opens nothing.';
comment on column sign_in_providers.trusts_addresses is 'Addresses count as proven though the token does not say that they are.';
comment on column sign_in_providers.levels is 'Levels by values of the claim, as [{value, level_id}]; the first that somebody has decides.';
comment on column sign_in_providers.other_level_id is 'Of whoever has none of these values; null: they keep theirs.';
comment on column sign_in_providers.missing_claims is 'Claims that did not come at the sign-in of missing_at.';

create table user_identities (
  issuer text not null,
  subject text not null,
  provider_id bigint not null references sign_in_providers on delete cascade,
  user_id bigint not null references users on delete cascade,
  linked_at timestamptz(3) not null,
  primary key (issuer, subject),
  unique (provider_id, user_id)
);
comment on table user_identities is 'Who somebody is at a provider: only issuer and subject together say so.';
create index user_identities_user on user_identities (user_id);

alter table sessions add column provider_id bigint references sign_in_providers on delete set null,
  add column provider_subject text, add column provider_sid text, add column sealed_id_token text;
comment on column sessions.provider_id is 'The provider by which it was begun.';
comment on column sessions.provider_sid is 'What the provider calls its own session, for when it ends that.';
comment on column sessions.sealed_id_token is 'Shown to the provider when the person signs out; encrypted with TRUNKLINE_KEY.';
create index sessions_provider on sessions (provider_id, provider_subject) where provider_id is not null;

alter table user_levels add column sign_in_rule text not null default 'any' check (sign_in_rule in ('any', 'provider'));
comment on column user_levels.sign_in_rule is 'Provider: passwords of its people open nothing.';
