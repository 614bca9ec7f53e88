-- Until when free answers may be sent, and what may be sent after that.
alter table conversations add column open_until timestamptz(3);
comment on column conversations.open_until is 'Until when free answers may be sent, on channels that limit that; null: always.';
update conversations c set open_until = m.last_in_at + interval '24 hours'
  from messaging_contacts m
  where m.channel_account_id = c.channel_account_id and m.address = c.address;

alter table messaging_accounts add column business_id text not null default '';
alter table messaging_accounts add column templates_at timestamptz(3);
comment on column messaging_accounts.business_id is 'What the provider calls the business that the account belongs to, such as WhatsApp''s business account id; empty where nobody has said.';
comment on column messaging_accounts.templates_at is 'When its templates were last fetched.';

create table messaging_templates (
  id bigint generated always as identity primary key,
  channel_account_id bigint not null references messaging_accounts on delete cascade,
  provider_id text not null,
  name text not null,
  language text not null,
  category text not null,
  state text not null,
  reason text not null default '',
  content jsonb not null,
  unique (channel_account_id, name, language)
);
comment on table messaging_templates is 'Messages that the provider has looked at before: the only ones that may be sent when the customer has not written for a day.';
comment on column messaging_templates.state is 'What the provider calls it, in small letters: approved, pending, rejected, paused…';
comment on column messaging_templates.content is 'Header, text, footer and buttons; see templateContent in the contract.';
