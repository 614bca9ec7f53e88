-- Messenger and Instagram: what they tell otherwise than WhatsApp, and deliveries of which a part has been taken in.
alter table messaging_deliveries add column taken int[] not null default '{}';
comment on column messaging_deliveries.taken is 'Where some of what it tells could not be taken in: the places of what has been, counted from 0.';

alter table messaging_contacts add column delivered_until timestamptz(3);
alter table messaging_contacts add column read_until timestamptz(3);
alter table messaging_contacts add column ask_at timestamptz(3);
alter table messaging_contacts add column asked int not null default 0;
comment on column messaging_contacts.read_until is 'All that had gone to them by then they have read; delivered_until likewise.';
comment on column messaging_contacts.ask_at is 'When the provider is asked for their name, where it does not tell it by itself; null: not any more.';
create index messaging_contacts_to_ask on messaging_contacts (channel_account_id, ask_at) where ask_at is not null;

alter table messaging_messages add column address text;
alter table messaging_messages add column sent_at timestamptz(3);
comment on column messaging_messages.address is 'Of ours: to whom it went.';
comment on column messaging_messages.sent_at is 'Of ours: when it was handed to the provider.';
create index messaging_messages_underway on messaging_messages (channel_account_id, address)
  where direction = 'out' and state in ('sent', 'delivered');

alter table messaging_media add column name text not null default '';
comment on column messaging_media.name is 'As the customer called it; empty where nobody has said.';
