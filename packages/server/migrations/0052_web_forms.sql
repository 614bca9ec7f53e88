-- Forms on customers' sites.
create table web_forms (
  id bigint primary key references channel_accounts on delete cascade,
  settings jsonb not null,
  mailbox_id bigint references channel_accounts on delete set null
);
comment on table web_forms is 'A form as the contract describes it; its name, department and key are its channel account''s.';
comment on column web_forms.mailbox_id is 'The mailbox that answers go out from.';

create table web_form_submissions (
  id bigint generated always as identity primary key,
  form_id bigint not null references web_forms on delete cascade,
  client_key text not null,
  nonce text not null unique,
  content_hash text not null,
  state text not null check (state in ('taken', 'spam')),
  reasons text[] not null default '{}',
  content jsonb,
  network text not null,
  email text not null,
  domain text not null,
  received_at timestamptz(3) not null,
  unique (form_id, client_key)
);
create index web_form_submissions_lately on web_form_submissions (received_at);
create index web_form_submissions_spam on web_form_submissions (form_id, id desc) where state = 'spam';
comment on table web_form_submissions is 'What was sent lately: so that the same thing sent twice is one ticket, and that nothing that was taken for spam is lost.';
comment on column web_form_submissions.nonce is 'Of the token that it was sent with, which is good once.';
comment on column web_form_submissions.content is 'Of spam only; what became a ticket stands there.';
comment on column web_form_submissions.network is 'Whom it came from, and their e-mail address and its domain, as keyed hashes: to count, not to read.';
