-- Customers who want no more text messages: nothing is sent until they say otherwise.
alter table messaging_contacts add column refuses_since timestamptz(3);
comment on column messaging_contacts.refuses_since is 'When they asked for no more messages; null: they did not, or want them again.';
alter table conversations add column refuses_since timestamptz(3);
comment on column conversations.refuses_since is 'When the customer asked for no more messages on this channel; null: answers may be sent.';

-- A provider that signs over the address it calls must be told apart by that address.
create or replace view report_channel_accounts as
  select id, name, media_id, department_id, is_active, updated_at, key from channel_accounts;
