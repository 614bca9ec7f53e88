-- Settings: the lists that tickets refer to. Rows in use are deactivated, not deleted.
create table departments (
  id bigint generated always as identity primary key,
  name text not null unique,
  position int not null default 0,
  is_active boolean not null default true
);
comment on table departments is 'Teams. Tickets, agents and channel accounts belong to one or more.';

create table ticket_types (
  id bigint generated always as identity primary key,
  name text not null unique,
  position int not null default 0,
  is_active boolean not null default true
);
comment on table ticket_types is 'What kind of case a ticket is: question, complaint, order and so on.';

create table categories (
  id bigint generated always as identity primary key,
  name text not null unique,
  position int not null default 0,
  is_active boolean not null default true
);
comment on table categories is 'What a ticket is about.';

create table subcategories (
  id bigint generated always as identity primary key,
  category_id bigint not null references categories,
  name text not null,
  position int not null default 0,
  is_active boolean not null default true,
  unique (category_id, name)
);
comment on table subcategories is 'What a ticket is about, in detail; one category each.';

create table caller_types (
  id bigint generated always as identity primary key,
  name text not null unique,
  position int not null default 0,
  is_active boolean not null default true
);
comment on table caller_types is 'Who is asking: customer, dealer, press and so on.';

create table priorities (
  id bigint generated always as identity primary key,
  name text not null unique,
  rank int not null,
  first_response_minutes int,
  resolution_minutes int,
  is_default boolean not null default false,
  is_active boolean not null default true
);
comment on table priorities is 'Urgency, with the response and resolution targets that go with it.';
comment on column priorities.rank is '1 is the most urgent.';

create table break_reasons (
  id bigint generated always as identity primary key,
  name text not null unique,
  position int not null default 0,
  is_active boolean not null default true
);
comment on table break_reasons is 'Why an agent is on break.';

create table templates (
  id bigint generated always as identity primary key,
  name text not null,
  shortcut text not null,
  body text not null,
  language text not null default 'en',
  media_id int,
  is_active boolean not null default true
);
comment on table templates is 'Texts that agents insert into a reply; media_id null fits every channel.';

create table app_config (
  key text primary key,
  value jsonb not null
);
comment on table app_config is 'Application settings by key; secrets inside are encrypted with TRUNKLINE_KEY.';

create table channel_accounts (
  id bigint generated always as identity primary key,
  media_id int not null,
  name text not null,
  key text not null unique,
  department_id bigint not null references departments,
  settings jsonb not null default '{}',
  is_active boolean not null default true,
  updated_at timestamptz(3) not null default now()
);
comment on table channel_accounts is 'One configured line of a channel: a chat widget, a mailbox, a number.';
comment on column channel_accounts.key is 'Public name in addresses: script tags, webhooks.';

-- People and what they may do.
create table user_levels (
  id bigint generated always as identity primary key,
  name text not null unique,
  visibility text not null check (visibility in ('own', 'department', 'all'))
);
comment on table user_levels is 'Roles.';
comment on column user_levels.visibility is 'Which tickets this level sees: own ones, those of own departments, all.';

create table user_level_modules (
  user_level_id bigint not null references user_levels on delete cascade,
  module_code text not null,
  module_activity_code text not null,
  is_active boolean not null default true,
  primary key (user_level_id, module_code)
);
comment on column user_level_modules.module_activity_code is 'Comma-separated, as it travels on the wire.';

create table users (
  id bigint generated always as identity primary key,
  username text not null,
  fullname text not null,
  email text,
  password_hash text not null,
  password_exp_date timestamptz(3),
  extension text not null default '',
  is_monitoring boolean not null default false,
  user_level_id bigint not null references user_levels,
  chat_capacity int not null default 4,
  language text not null default 'en',
  theme text not null default 'system',
  sounds jsonb not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now()
);
create unique index users_username on users (lower(username));
comment on column users.password_exp_date is 'At or after this moment nothing works until the password is changed.';
comment on column users.chat_capacity is 'How many messaging conversations may be offered to this person at once.';

create table user_departments (
  user_id bigint not null references users on delete cascade,
  department_id bigint not null references departments,
  primary key (user_id, department_id)
);
create index user_departments_department on user_departments (department_id);

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  address text not null,
  user_agent text not null
);
create index sessions_user on sessions (user_id) where revoked_at is null;
comment on column sessions.token_hash is 'SHA-256 of the token: a copy of this table signs nobody in.';

create table login_failures (
  scope text primary key,
  failures int not null,
  last_failure_at timestamptz(3) not null,
  locked_until timestamptz(3)
);
comment on table login_failures is 'Lock-out with back-off, by account (user:name) and by address (addr:ip).';

create table password_resets (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  user_id bigint references users,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'
);
create index audit_log_at on audit_log (at desc);
comment on table audit_log is 'Who did what to settings, sessions and passwords. Never holds a secret.';
