alter table messaging_outbox add column hastened integer not null default 0;
comment on column messaging_outbox.hastened is 'How often its account was changed, or came back to work, while it waited. Whoever is just failing with it sees by that to try again at once.';
