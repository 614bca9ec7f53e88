alter table call_recordings add column kind text not null default 'talk' check (kind in ('talk', 'voicemail'));
comment on column call_recordings.kind is 'voicemail: what a caller who reached nobody has said.';

alter table call_backs
  add column is_telephone boolean not null default false,
  add column calls int not null default 0;
create unique index call_backs_promised on call_backs (ticket_id, client_key) where is_telephone;
comment on column call_backs.is_telephone is 'The number is called from the phone of whoever picks up; its channel_account_id is the gateway.';
comment on column call_backs.calls is 'How often the number has been called.';
